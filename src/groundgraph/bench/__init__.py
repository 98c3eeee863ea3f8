"""Reproductions of published tables, one file per paper."""
