"""Answers taken apart: claims, what each cites, and what claims nothing."""
