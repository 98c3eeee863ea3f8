"""Verifiers: does a claim follow from a premise? `pairs` cuts and pools."""
