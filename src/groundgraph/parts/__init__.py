"""Replaceable parts: segmenters and encoders, each with an embedded default and a heavy twin."""
