"""Detectors, one file per method."""
