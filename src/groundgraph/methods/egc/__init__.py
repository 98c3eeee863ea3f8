"""EGC, evidence graph consistency (arXiv:2606.06748)."""
