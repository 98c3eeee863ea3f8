"""Rerankers: how relevant a passage is to a query. File name = registry name."""
