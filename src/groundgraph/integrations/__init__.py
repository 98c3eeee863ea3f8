"""Doors to the tools in which answers are evaluated: thin, over `groundgraph.check`.

A module has the name of the library that it needs, and fails with the pip line where that is not
installed. What the doors share is in `groundgraph.integrations.scores`. Each gives the score that
its users know, higher is better, and what its library calls missing, invalid or an error where an
answer could not be checked: never a 0 or a 1.
"""
