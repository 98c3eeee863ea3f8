"""Loaders of public corpora, one file each, and their catalogue."""
