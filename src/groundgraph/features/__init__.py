"""Feature blocks, one named block per file."""
