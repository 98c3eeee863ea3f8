"""Makers of wrong answers from right ones, for training alone."""
