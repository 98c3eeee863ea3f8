"""Trains, exports and describes the shipped models: ``python -m training``."""
