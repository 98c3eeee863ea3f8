"""Passages as pages, mails and files have them, read as the words that a reader sees."""
