"""all-mpnet-base-v2, whose first layers the embedded reader is trained from."""
