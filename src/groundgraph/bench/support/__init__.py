"""Bench ``support``: `run` makes the tables, `corpora` says what they are made of."""
