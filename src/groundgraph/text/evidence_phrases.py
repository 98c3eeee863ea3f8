"""Phrases for the evidence as such, as prompts and answers have them: "the provided context"."""

from __future__ import annotations

_KIND = (
    r"(?:passages?|contexts?|texts?|sources?|documents?|documentation|docs?|information|info"
    r"|articles?|data|content|excerpts?|snippets?|evidence|materials?|search[ ]results?|results"
    r"|paragraphs?|knowledge[ ]base|record)"
)
_WHICH = (
    r"(?:provided|given|above|following|retrieved|supplied|available|attached|relevant|structured"
    r"|limited|cited|quoted|source|input|background|contextual|review|customer|two|three|four|five"
    r"|json)"
)
_GIVEN = (
    r"(?:[ ](?:provided|given|above|available|supplied|at[ ]hand|in[ ]json[ ]format"
    r"|(?:that[ ])?(?:i|you|we)(?:[ ](?:have|were|was))?(?:[ ]been)?[ ](?:provided|given|shared"
    r"|supplied|have|gave|sent)))"
)
SOURCE = rf"""(?:
      (?:the|these|this|those|all|both|your|its|their)[ ](?:{_WHICH}[ ]){{0,4}}{_KIND}
    | (?:{_WHICH}[ ]){{1,4}}{_KIND}
    )(?:{_GIVEN}|[ ](?:in|from)[ ](?:the[ ])?(?:{_WHICH}[ ]){{0,4}}{_KIND}){{0,3}}"""
"""A phrase for the evidence as such: "the provided context", "the information in the passages"."""
