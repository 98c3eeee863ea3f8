"""Graphs as arrays: pure functions, no input or output."""
