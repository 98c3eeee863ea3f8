"""The shipped verifier: data, training, export."""
