"""Orders of which only the question tells both things: "Did she resign before the audit?"."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from groundgraph.text.quantities.orders.dated_pairs import LIGHT
from groundgraph.text.quantities.times.relations import Relation, relations
from groundgraph.text.quantities.written.model import read
from groundgraph.text.quantities.written.segments import content_words
from groundgraph.text.quantities.written.stems import stem

if TYPE_CHECKING:
    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.written.segments import Words

_EITHER = re.compile(r"\bbefore,? or (after)\b", re.IGNORECASE)
_WAYS = {"before": -1, "after": 1, "beforehand": -1, "afterwards": 1, "afterward": 1}
_WAYS |= {"first": -1, "earlier": -1, "later": 1, "last": 1}
_OF_IT = frozenset({"it", "that", "this", "then", "them"})
_NOT = ("not", "n't", "n’t")
_JOINS = frozenset({"and", "but", "that", "which", "because", "while"})
"""Words of a sentence that may say more than what it denies."""
_ALONE = frozenset({"beforehand", "afterwards", "afterward"})
_FIRST = frozenset({"first", "earlier", "later", "last"})
_LIGHT = LIGHT | {*map(stem, (*_WAYS, "came", "done", "yes", "no", "there", "already"))}


def replies(claim: ReadClaim) -> list[Relation]:
    """Return the order that a claim tells of the two things that its question puts in order.

    "After it" and "No, she resigned afterwards" name one of them, or none; so does "the audit came
    first".
    """
    asked = relations(read(_EITHER.sub(r"\1", claim.question.text)))
    at = _place(claim)
    if at < 0 or len(asked) != 1 or not asked[0].first or not asked[0].second:
        return []
    tokens = claim.sentence.tokens
    said, every = tokens[at].text, (claim.begins, len(tokens))
    words = content_words(tokens, claim.text, *every, skip=claim.sentence.skipped)
    own = {word for word in words if word not in _LIGHT | claim.date_words}
    first, second = asked[0].first, asked[0].second
    if own and own <= second.keys() - first.keys():
        first, second = second, first
    elif not own <= first.keys() or (not own and said in _FIRST):
        return []
    sign = _WAYS[said]
    connector = "before" if sign < 0 else "after"
    none = (0, 0)
    span = tokens[at].span
    return [Relation(_named(first), _named(second), sign, None, none, none, connector, span)]


def turned(claim: ReadClaim) -> ReadClaim | None:
    """Return a claim that denies an order, without its denial: "did not leave before noon"."""
    tokens = claim.sentence.tokens
    denials = [at for at, token in enumerate(tokens) if token.text.endswith(_NOT)]
    told = relations(claim.sentence)
    if len(denials) != 1 or len(told) != 1 or told[0].connector not in {"before", "after"}:
        return None
    stop = tokens[denials[0]].end
    start = stop - len("not")
    if denials[0] > told[0].second_range[0] or not _JOINS.isdisjoint(claim.lower):
        return None
    plain = claim.text[:start].rstrip() + claim.text[stop:]
    return replace(claim, sentence=read(plain, claim.index.labels))


def _named(words: Words) -> Words:
    return {word: name for word, name in words.items() if word not in _LIGHT} or words


def _place(claim: ReadClaim) -> int:
    """Return the index of the word that tells the order, -1 for none."""
    tokens = claim.sentence.tokens
    places = [at for at in range(claim.begins, len(tokens)) if tokens[at].kind == "word"]
    words = [tokens[at].text for at in places]
    for number, word in enumerate(words):
        if word not in _WAYS:
            continue
        rest = words[number + 1 :]
        ends = not rest and (word in _ALONE | _FIRST)
        if ends or (word in {"before", "after"} and len(rest) == 1 and rest[0] in _OF_IT):
            return places[number]
    return -1
