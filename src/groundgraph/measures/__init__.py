"""Metrics with bootstrap intervals, and the trivial baselines beside them."""
