"""Bench ``graph``: what structure gives that words do not."""
