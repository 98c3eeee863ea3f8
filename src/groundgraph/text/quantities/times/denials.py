"""What a sentence denies, or forbids, of the order of two things."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundgraph.text.vocabulary.small_words import BE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.text.quantities.written.model import Sentence

DENYING = frozenset({"not", "never", "nor", "cannot"})
BACK = 12
"""Words before another among which a denial is told."""
_AUXILIARIES = BE | frozenset("had has have did does do could would".split())
_BEHIND_NOT = frozenset("long only until till just even immediately directly shortly quite".split())
"""What "not" limits right behind it: "not long before", "not only before"."""
_GOES_ON = frozenset({"and", "or", ",", ":", "that", "to", "because", "so", "which", "who"})
"""What stands between a denied verb and another one."""
_MUST = frozenset("do does must should shall may can will would".split())
_MUST_NOT = frozenset("cannot don't don’t mustn't shouldn't can't".split())


def has_not(sentence: Sentence, start: int, stop: int) -> bool:
    """Say whether the last verb of a part of a sentence is denied: "had not yet peaked"."""
    for at in range(start, stop):
        word, before = sentence.tokens[at].text, sentence.tokens[at - 1].text if at else ""
        joined = word.endswith(("n't", "n’t"))
        if not joined and (word not in {"not", "never"} or before not in _AUXILIARIES):
            continue
        behind = [token.text for token in sentence.tokens[at + 1 : stop]]
        if behind and behind[0] not in _BEHIND_NOT and _GOES_ON.isdisjoint(behind):
            return True
    return False


def goes_on(sentence: Sentence, start: int, stop: int) -> bool:
    """Say whether a part of a sentence tells what had not ended: "was still standing"."""
    words = [token.text for token in sentence.tokens[start:stop]]
    at = words.index("still") if "still" in words else len(words)
    return (
        at < len(words) and words[at + 1 : at + 2] != ["to"] and not has_not(sentence, start, stop)
    )


def is_put_off(words: Sequence[str]) -> bool:
    """Say whether lower-case words forbid something before another: "do not cancel it before"."""
    near = words[-BACK:]
    return any(
        (word in DENYING and near[at - 1 : at] and near[at - 1] in _MUST)
        or (word == "never" and at == 0)
        or word in _MUST_NOT
        for at, word in enumerate(near)
    )
