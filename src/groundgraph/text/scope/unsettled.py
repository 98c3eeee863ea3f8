"""What a claim says was done that the evidence calls proposed, planned, pending or alleged.

"The board closed the plant" against "The board will consider closing the plant". The event must be
the same word in both, in the past or perfect in the claim, and behind such a word in the evidence.
"""

from __future__ import annotations

import re
from itertools import compress
from typing import TYPE_CHECKING

from groundgraph.text.english.lemmas import lemma
from groundgraph.text.english.tagging import may_be_verb
from groundgraph.text.scope.claims import Relation, settled
from groundgraph.text.scope.lexicon import CONDITIONS, NEGATIVE
from groundgraph.text.scope.moods import MOODS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundgraph.text.scope.claims import Claim, Near
    from groundgraph.text.scope.findings import Check
    from groundgraph.text.scope.model import Line

_OPEN = re.compile(
    r"(?:will (?:consider|discuss|debate|decide on|decide whether to|vote on)"
    r"|(?:is|are|was|were) (?:considering|discussing|debating|weighing|planning to|expected to"
    r"|due to|scheduled to|supposed to|set to|asked to|urged to|yet to|about to)"
    r"|consider(?:s|ed)?|propos(?:es|ed|ing)(?: to)?|propos(?:e|al)(?: to| for)?|plan(?:s|ned)? to"
    r"|plan(?:s)? for|intend(?:s|ed)? to|hope(?:s|d)? to|want(?:s|ed)? to|expect(?:s|ed)? to"
    r"|recommend(?:s|ed)?|suggest(?:s|ed)?|discuss(?:es|ed)?|debat(?:es|ed)|requested"
    r"|demanded|call(?:s|ed)? for|urg(?:es|ed)|threaten(?:s|ed)? to|offer(?:s|ed)? to"
    r"|tri(?:es|ed) to|attempt(?:s|ed)? to|sought to|seeks to|fail(?:s|ed)? to|refus(?:es|ed) to"
    r"|has yet to|have yet to|will be|will|would)"
)
_OPENS = re.compile(
    r"is|are|was|were|will|would|(?:consider|propos|plan|intend|hope|want|expect|recommend|suggest"
    r"|discuss|debat|requested|demanded|call|urg|threaten|offer|tri|attempt|sought|seeks|fail|refus"
    r"|has|have)\w*"
)
"""How the first word of such a phrase begins."""
_BARE = frozenset({"will", "will be", "would"})
_ALLEGED = re.compile(r"(?:accused of|alleged(?:ly)?|suspected of|charged with|on trial for)")
_DECIDING = frozenset("decide approve agree resolve vote adopt confirm".split())
_PERFECT = frozenset({"has", "have", "had", "was", "were", "been"})
_NOW = frozenset({"has", "have"})
_FOUND = frozenset({"convicted", "guilty", "sentenced"})
_REACH = 5
"""Words between such a word and the event."""
_LEAST = 2
_FIT = 0.85
_BREAKS = frozenset(
    ", ; : ( ) but and because after which who is are was were has have had".split()
)


def check_unsettled(claim: Claim) -> list[Check]:
    """Hold what a claim says was done against sentences in which it is open."""
    line = claim.line
    if any(line.find(lexicon) for lexicon in (NEGATIVE, CONDITIONS, MOODS)) or "?" in line.words:
        return []
    if _governed(line) or line.words & {"will", "would", "plans", "plan", "proposal"}:
        return []
    events = set(_events(line))
    deciding = {t.key for t in line.tokens if lemma(t.text) in _DECIDING}
    keys = line.keys - deciding
    if not events or len(keys) < _LEAST:
        return []
    bare = not _NOW.isdisjoint(line.words)  # what was to come may be told as past
    relations = [r for near in claim.near(keys) for r in _relations(near, events, bare=bare)]
    check = settled("modality", relations)
    # That a sentence tells of the event says nothing for the rest of the claim.
    return [] if check is None or check.outcome in {"supported", "for"} else [check]


def _events(line: Line) -> Iterator[str]:
    """Yield the keys of what a claim says was done: "closed", "was raised", "decided to close"."""
    tokens = line.tokens
    for at, token in enumerate(tokens):
        if not token.content or token.name or not may_be_verb(lemma(token.text)):
            continue
        before = {each.text for each in tokens[max(0, at - 3) : at]}
        base = lemma(token.text)
        past = base != token.text and not token.text.endswith(("s", "ing"))
        article = at and tokens[at - 1].text in {"the", "a", "an", "its", "their", "his", "her"}
        if past and not article and (before & _PERFECT or _finite(line, at)):
            if base not in _DECIDING:
                yield token.key
        elif any(lemma(each) in _DECIDING and each != lemma(each) for each in before):
            yield token.key  # "decided to close", "approved raising"
    if line.words & _FOUND:
        yield ""


def _finite(line: Line, at: int) -> bool:
    """Say whether a past form is the first verb behind the subject, and no "closed plant"."""
    return not any(token.text in _PERFECT for token in line.tokens[:at]) and at > 0


def _governed(line: Line, *, bare: bool = True) -> dict[str, tuple[int, int]]:
    """Return the keys of events that are open in a sentence, with the tokens that say so.

    Args:
        line: The sentence.
        bare: Whether "will" alone leaves them open.
    """
    found: dict[str, tuple[int, int]] = {}
    texts = line.texts
    for at in compress(range(len(texts)), map(_OPENS.fullmatch, texts)):
        width = next((n for n in (4, 3, 2, 1) if _OPEN.fullmatch(" ".join(texts[at : at + n]))), 0)
        if not width or (not bare and " ".join(texts[at : at + width]) in _BARE):
            continue
        for place in range(at + width, min(at + width + _REACH, len(texts))):
            if texts[place] in _BREAKS:
                break
            token = line.tokens[place]
            if token.content and may_be_verb(lemma(token.text)):
                found.setdefault(token.key, (at, place + 1))
                if " ".join(texts[at : at + width]) in _BARE:
                    break  # "will" governs the verb behind it alone
    return found


def _relations(near: Near, events: set[str], *, bare: bool) -> Iterator[Relation]:
    line = near.line
    open_ = _governed(line, bare=bare)
    alleged = _ALLEGED.search(" ".join(line.texts))
    if alleged and "" in events and not line.words & _FOUND:
        yield Relation(False, _FIT, "The passage says it is alleged", line, 0, len(line.tokens))
        return
    for event in events - {""}:
        held = [at for at, token in enumerate(line.tokens) if token.key == event]
        if not held:
            continue
        if event in open_ and open_[event][1] - 1 == held[0] and len(held) == 1:
            first, last = open_[event]
            told = f"The passage says it is open, “{line.said(first, last)}”"
            yield Relation(False, near.fit, told, line, first, last)
        elif event not in open_:
            yield Relation(True, near.fit, "The passage says so", line, held[0], held[0] + 1)
