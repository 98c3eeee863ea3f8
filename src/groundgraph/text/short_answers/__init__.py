"""What the evidence says in the place of a short answer: it, another value, or yes and no."""
