"""The shipped token classifier: data, training, export."""
