"""Tables and records inside a passage: cells, rows, and rows that stand for ranges."""
