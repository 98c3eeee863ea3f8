"""Ablations and choices, each a command with its log in docs/experiments."""
