"""Encoders: texts into unit vectors. File name = registry name; `cache` keeps vectors."""
