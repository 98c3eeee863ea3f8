"""Answers as chat assistants give them, with a label for each sentence."""
