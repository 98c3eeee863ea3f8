"""Bench ``graph``: what structure gives that words do not.

`run` makes the tables; ``conflicts`` holds hand-written sets of passages.
"""
