"""Amounts and dates of a claim, held against those that evidence tells or that follow from it."""
