"""One plain sentence for each finding of the sentence-level detectors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundgraph.types.sources import source_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.text.passage_units import Unit
    from groundgraph.text.short_answers.slots import Found
    from groundgraph.types import Evidence

_LISTED = 5
NOTHING_ALIKE = "Not judged: none of its words stand in the evidence."
SPEAKS_AGAINST = "The evidence speaks against this."


Instead = tuple[str, str]
"""What a claim says, and what the evidence says in its place."""


def unsupported(
    unseen: list[str], doubted: Sequence[str] = (), instead: Sequence[Instead] = ()
) -> str:
    """Say what the evidence lacks.

    Args:
        unseen: Words that no passage holds.
        doubted: Parts of the claim that have no support, whose words may stand in the evidence.
        instead: Those of which the evidence says something else.
    """
    said = "The evidence does not clearly say this."
    if unseen:
        said = f"The evidence does not mention {_listing(unseen)}."
    elif doubted:
        said = f"The evidence does not clearly say {_listing(doubted)}."
    return " ".join([said, *map(_place, instead)])


def denied(parts: Sequence[str], instead: Sequence[Instead] = ()) -> str:
    """Say which parts of a claim the evidence speaks against; ``instead`` as for `unsupported`."""
    left = [part for part in parts if not any(part in said for said, _ in instead)]
    said = [f"The evidence seems to say otherwise than {_listing(left)}."] if left else []
    return " ".join([*said, *map(_place, instead)])


def _place(pair: Instead) -> str:
    said, found = pair
    return f"Where the answer says “{said}”, the evidence says “{found}”."


def says_otherwise(text: str, passage: str) -> str:
    """Name the sentence that speaks against a claim."""
    return f"The evidence says otherwise: “{text}” ({source_of(passage)})."


def contradicted(facts: Sequence[str]) -> str:
    """Say which facts of the data speak against the claim."""
    return " ".join(f"The data says otherwise: {fact}." for fact in facts)


def supported(shown: Sequence[Evidence], together: Sequence[Unit] = ()) -> str:
    """Say where the support stands: what is shown first, or sentences of several passages."""
    if together:
        listed = ", ".join(f"“{unit.text}” ({source_of(unit.passage_id)})" for unit in together)
        return f"Nearest evidence, read together: {listed}."
    if not shown:
        return ""
    nearest = shown[0].score >= max(each.score for each in shown)
    return f"{'Nearest evidence' if nearest else 'Evidence'}: {source_of(shown[0].passage_id)}."


def reworded(held: Evidence) -> str:
    """Name the sentence that says the same in other words."""
    return f"In other words: “{held.text}” ({source_of(held.passage_id)})."


def unread(why: str) -> str:
    """Say why a sentence was not judged."""
    return f"Not judged: the sentence is {why}."


def in_doubt(why: str) -> str:
    """Say what speaks against a claim that is supported all in all."""
    return f"In doubt all the same: {why[:1].lower()}{why[1:]}"


def supported_elsewhere(cited: Sequence[str], passage: str) -> str:
    """Say that another passage than the cited ones has more of the claim."""
    return f"It cites {_bracketed(cited)}; {source_of(passage)} has more of its words."


def cites_nothing(cited: Sequence[str]) -> str:
    """Say that there are no passages of these names."""
    return f"It cites {_bracketed(cited)}, but there is no such passage."


def told(found: Found) -> str:
    """Say that the evidence gives a short answer."""
    place = f"({source_of(found.passage_id)})"
    if found.kind == "polar":
        return f"To this question the evidence says {found.instead}: “{found.text}” {place}."
    return f"The evidence gives this answer: “{found.text}” {place}."


def told_instead(found: Found) -> str:
    """Say what the evidence gives in the place of a short answer."""
    if found.kind == "polar":
        return told(found)
    place = f"({source_of(found.passage_id)})"
    if found.several:
        return f"The evidence gives another answer to this question: “{found.text}” {place}."
    return f"To this question the evidence says “{found.instead}”: “{found.text}” {place}."


def _bracketed(names: Sequence[str]) -> str:
    return ", ".join(f"[{name}]" for name in names)


def misquoted(quotations: Sequence[tuple[str, str]]) -> str:
    """Name quotations that no passage holds, each with what one holds in its place, or ""."""
    return " ".join(
        f"Changed quotation: “{said}”, where a passage has “{held}”."
        if held
        else f"Invented quotation: no passage has “{said}”."
        for said, held in quotations
    )


def _listing(items: Sequence[str]) -> str:
    quoted = [f"“{item}”" for item in items[:_LISTED]]
    more = len(items) - _LISTED
    if more > 0:
        return f"{', '.join(quoted)} and {more} more"
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} or {quoted[-1]}"
