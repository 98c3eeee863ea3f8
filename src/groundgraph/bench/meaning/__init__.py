"""Bench ``meaning``: `run` makes the tables, ``probes`` holds hand-written pairs of answers."""
