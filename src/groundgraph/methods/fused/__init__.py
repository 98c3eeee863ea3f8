"""Fused, the default detector, and lexical, which reads words only."""
