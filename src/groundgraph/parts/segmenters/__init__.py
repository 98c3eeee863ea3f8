"""Segmenters: texts into sentences. File name = registry name."""
