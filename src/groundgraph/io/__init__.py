"""Rows in, verdicts out."""

from groundgraph.io.examples import example_from
from groundgraph.io.limits import Limits
from groundgraph.io.reading import Row, digest_of, read_rows
from groundgraph.io.writing import VerdictFile, dumps, error_row, verdict_row

__all__ = [
    "Limits",
    "Row",
    "VerdictFile",
    "digest_of",
    "dumps",
    "error_row",
    "example_from",
    "read_rows",
    "verdict_row",
]
