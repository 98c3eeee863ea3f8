"""`groundgraph serve --label FILE`: verdicts of people on the rows of a file, kept beside it."""
