"""Verbs by which a value changes, in every form, and which way."""

from __future__ import annotations

RISES = frozenset(
    """rise rises rose risen rising increase increases increased increasing grow grows grew grown
    growing growth climb climbs climbed jump jumps jumped soar soared surge surged gain gains
    gained swell swelled""".split()
)
FALLS = frozenset(
    """fall falls fell fallen falling drop drops dropped dropping decrease decreases decreased
    decreasing decline declines declined declining shrink shrinks shrank shrunk sink sinks sank
    sunk slip slips slipped slide slid dip dips dipped reduction reduced tumble tumbled plunge
    plunged slump slumped lose loses lost""".split()
)
