"""Words and codes that a claim takes from rows, fields and lines, looked up there."""
