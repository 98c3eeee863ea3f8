"""Triples of a knowledge graph as sentences, and what texts and questions say of relations."""
