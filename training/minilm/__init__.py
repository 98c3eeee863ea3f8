"""The shipped encoder, exported."""
