"""Bench ``graph``: `run` makes the tables, ``conflicts`` holds hand-written sets of passages."""
