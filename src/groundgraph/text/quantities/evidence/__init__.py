"""Passages read for what they tell, and which of it a claim speaks of."""
