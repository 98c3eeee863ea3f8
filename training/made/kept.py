"""Edits that change no meaning: openings, citations, markup, contractions, figures and case.

Each is given a text and the spans that are marked in it, and returns both.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundgraph.types import Span
from training.made.contradictions import Changed

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Sequence

_OPENINGS = (
    "According to the passage, ", "Based on the provided context, ", "The text says that ",
    "As stated in the document, ", "In short, ", "Yes: ", "The answer is that ", "Note that ",
    "According to the sources provided, ", "From the passages, ", "To summarise, ",
    "It says here that ",
)  # fmt: skip
_CITATIONS = (" [1]", " [2]", " (Passage 1)", " [source 3]", " (see document 2)", "[1][2]")
_CONTRACTIONS = (
    ("is not", "isn't"), ("are not", "aren't"), ("was not", "wasn't"), ("were not", "weren't"),
    ("do not", "don't"), ("does not", "doesn't"), ("did not", "didn't"), ("cannot", "can't"),
    ("has not", "hasn't"), ("have not", "haven't"), ("will not", "won't"), ("it is", "it's"),
    ("that is", "that's"), ("percent", "%"), ("per cent", "%"),
    ("began", "started"), ("begin", "start"), ("purchased", "bought"), ("purchase", "buy"),
    ("however", "but"), ("received", "got"), ("large", "big"), ("assist", "help"),
    ("located in", "situated in"), ("obtain", "get"), ("near", "close to"),
    ("because", "since"), ("children", "kids"), ("attempt", "try"),
)  # fmt: skip
_SYNONYMS = (
    ("said", "stated"), ("stated", "declared"), ("announced", "made known"), ("showed", "revealed"),
    ("shows", "reveals"), ("ended", "finished"), ("ended", "came to an end"),
    ("bought", "acquired"), ("allowed", "permitted"), ("allows", "permits"),
    ("forbidden", "prohibited"), ("banned", "prohibited"), ("killed", "slain"),
    ("built", "constructed"), ("created", "produced"), ("founded", "set up"),
    ("established", "founded"), ("required", "needed"), ("requires", "needs"),
    ("often", "frequently"), ("usually", "as a rule"), ("rarely", "seldom"), ("quickly", "rapidly"),
    ("fast", "quick"), ("small", "little"), ("huge", "enormous"), ("important", "significant"),
    ("famous", "well-known"), ("rich", "wealthy"), ("difficult", "hard"), ("easy", "simple"),
    ("dangerous", "hazardous"), ("sick", "ill"), ("doctor", "physician"), ("doctors", "physicians"),
    ("car", "automobile"), ("cars", "automobiles"), ("movie", "film"), ("film", "movie"),
    ("police", "officers"), ("house", "home"), ("country", "nation"), ("company", "firm"),
    ("companies", "firms"), ("more than", "over"), ("less than", "under"),
    ("at least", "no fewer than"), ("many", "a lot of"), ("several", "a number of"),
    ("during", "in the course of"), ("although", "even though"), ("while", "whereas"),
    ("therefore", "for this reason"), ("despite", "in spite of"), ("including", "among them"),
    ("must", "has to"), ("died", "passed away"), ("born", "brought into the world"),
    ("got", "obtained"), ("gave", "handed"), ("helped", "assisted"), ("asked", "requested"),
    ("answered", "replied"), ("chose", "selected"), ("chosen", "selected"), ("decided", "resolved"),
    ("increased", "rose"), ("decreased", "fell"), ("rise", "increase"), ("fall", "decline"),
    ("happened", "took place"), ("took place", "occurred"), ("called", "named"),
    ("known as", "called"), ("lives", "resides"), ("lived", "resided"), ("stopped", "ceased"),
    ("continued", "went on"), ("returned", "came back"), ("sent", "dispatched"), ("won", "gained"),
    ("arrested", "taken into custody"), ("injured", "hurt"), ("accused", "charged"),
    ("trial", "court case"), ("money", "funds"), ("job", "position"), ("war", "armed conflict"),
    ("city", "town"), ("street", "road"), ("food", "meals"), ("restaurant", "eatery"),
    ("is not", "is by no means"), ("did not", "failed to"), ("never", "at no time"),
    ("only", "solely"), ("mostly", "for the most part"), ("entire", "whole"),
    ("enough", "sufficient"),
)  # fmt: skip
_SPELLED = dict(
    enumerate("zero one two three four five six seven eight nine ten eleven twelve".split())
)
_DIGITS = re.compile(r"(?<![\w.,:/$€£-])(\d{1,2})(?= [a-z])")
_THOUSANDS = re.compile(r"(?<![\w.,])(\d{1,3}),(\d{3})(?![\d,])")
_NAME = re.compile(r"[A-Z][a-z]+ [A-Z]|[A-Z]{2}")


def _ways() -> dict[str, tuple[str, ...]]:
    """Return what each word may be exchanged for; words of the first table in both directions."""
    found: dict[str, tuple[str, ...]] = {}
    for one, other in (*_CONTRACTIONS, *(pair[::-1] for pair in _CONTRACTIONS), *_SYNONYMS):
        found[one] = (*found.get(one, ()), other)
    return found


_WAYS = _ways()
_REWORDED = re.compile(
    rf"(?<!\w)(?:{'|'.join(map(re.escape, sorted(_WAYS, key=len, reverse=True)))})(?!\w)"
)


def put(changed: Changed, start: int, end: int, other: str) -> Changed | None:
    """Put other words in a place and move the marks; ``None`` where a mark stands."""
    if any(span.start < end and start < span.end for span in changed.spans):
        return None
    more = len(other) - (end - start)
    spans = tuple(
        Span(s.start + more, s.end + more) if s.start >= end else s for s in changed.spans
    )
    return Changed(changed.text[:start] + other + changed.text[end:], spans)


def opened(changed: Changed, pick: random.Random) -> Changed | None:
    """Put an opening before the sentence."""
    opening = pick.choice(_OPENINGS)
    text = changed.text
    first = text[0] if _NAME.match(text) or text[:2] == "I " else text[0].lower()
    lowered = Changed(first + text[1:], changed.spans)
    spans = tuple(Span(s.start + len(opening), s.end + len(opening)) for s in lowered.spans)
    return Changed(opening + lowered.text, spans)


def cited(changed: Changed, pick: random.Random) -> Changed | None:
    """Put a citation at the end."""
    text, citation = changed.text, pick.choice(_CITATIONS)
    stop = len(text) - (text[-1:] in ".!")
    inside = pick.random() < 1 / 2 and not any(s.end > stop for s in changed.spans)
    at = stop if inside else len(text)
    return Changed(text[:at] + citation + text[at:], changed.spans)


def marked_up(changed: Changed, pick: random.Random) -> Changed | None:
    """Put a word in bold, or make the sentence a list's."""
    if pick.random() < 1 / 3:
        bullet = pick.choice(("- ", "* ", "1. ", "• "))
        spans = tuple(Span(s.start + len(bullet), s.end + len(bullet)) for s in changed.spans)
        return Changed(bullet + changed.text, spans)
    found = list(re.finditer(r"[\w'’-]+(?: [\w'’-]+)?", changed.text))
    match = pick.choice(found)
    return put(changed, match.start(), match.end(), f"**{match[0]}**")


def reworded(changed: Changed, pick: random.Random) -> Changed | None:
    """Write words another way that mean the same."""
    found = [(m, other) for m in _REWORDED.finditer(changed.text) for other in _WAYS[m[0]]]
    if not found:
        return None
    match, other = pick.choice(found)
    return put(changed, match.start(), match.end(), other)


def refigured(changed: Changed, pick: random.Random) -> Changed | None:
    """Write a number another way."""
    found = [
        (match, _SPELLED[int(match[1])])
        for match in _DIGITS.finditer(changed.text)
        if int(match[1]) in _SPELLED
    ]
    found += [(match, match[1] + match[2]) for match in _THOUSANDS.finditer(changed.text)]
    if not found:
        return None
    match, other = pick.choice(found)
    return put(changed, match.start(), match.end(), other)


_FRONTED = re.compile(
    r"(?P<when>(?:In|On|At|During|After|Before|Since|For) [^,;:()]{3,48}), "
    r"(?P<rest>[^;:]{12,}?)[.]$"
)
_OPENS = re.compile(
    r"(?:The|A|An|It|He|She|They|We|This|These|There|His|Her|Their|Its|Some|Most|All)\b"
)
_BEHIND = re.compile(
    r"(?P<rest>[^;:]{12,}?) (?P<when>(?:in|on|since|during) (?:[A-Z]\w+ )?\d[\w, ]*)[.]$"
)


def moved(changed: Changed, _: random.Random) -> Changed | None:
    """Put a time from the front to the end, or from the end to the front."""
    text = changed.text
    if match := _FRONTED.match(text):
        rest, when = match["rest"], match["when"]
        first = rest[0] if _NAME.match(rest) or rest[:2] == "I " else rest[0].upper()
        made, places = f"{first}{rest[1:]} {when[0].lower()}{when[1:]}.", ("rest", "when")
    elif match := _BEHIND.match(text):
        rest, when = match["rest"], match["when"]
        first = rest[0].lower() if _OPENS.match(rest) else rest[0]
        made, places = f"{when[0].upper()}{when[1:]}, {first}{rest[1:]}.", ("when", "rest")
    else:
        return None
    spans = []
    for span in changed.spans:
        part = next(
            (p for p in places if match.start(p) <= span.start and span.end <= match.end(p)), None
        )
        if part is None:
            return None
        at = 0 if part == places[0] else len(made) - 1 - len(match[part])
        spans.append(Span(span.start - match.start(part) + at, span.end - match.start(part) + at))
    return Changed(made, tuple(spans))


def recased(changed: Changed, pick: random.Random) -> Changed | None:
    """Write all in lower or upper case."""
    text = changed.text.lower() if pick.random() < 2 / 3 else changed.text.upper()
    return Changed(text, changed.spans) if len(text) == len(changed.text) else None


EDITS: tuple[Callable[[Changed, random.Random], Changed | None], ...] = (
    opened, cited, marked_up, reworded, refigured, reworded, recased, moved,
)  # fmt: skip


def paraphrased(changed: Changed, pick: random.Random, count: int) -> Changed:
    """Write so many words another way that mean the same, or as many as there are."""
    for way in pick.choices((reworded, reworded, reworded, refigured, moved), k=count):
        changed = way(changed, pick) or changed
    return changed


def edited(
    changed: Changed, pick: random.Random, chances: Sequence[float] = (0.5, 0.25)
) -> Changed:
    """Apply none, one or two edits that change no meaning."""
    for chance in chances:
        if pick.random() < chance:
            changed = pick.choice(EDITS)(changed, pick) or changed
    return changed
