"""Readers: what the evidence says of each token and each claim of an answer."""
