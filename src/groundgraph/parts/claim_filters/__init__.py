"""Claim filters: which sentences state something that can be checked."""
