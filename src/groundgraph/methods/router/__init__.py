"""Router: a cheap detector first, an expensive one where it cannot decide."""
