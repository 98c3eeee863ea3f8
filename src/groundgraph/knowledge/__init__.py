"""Knowledge sources: what a graph of the world says of the entities that an answer names."""
