"""Bench ``gga``: `run` makes the tables, `paper` holds what was published."""
