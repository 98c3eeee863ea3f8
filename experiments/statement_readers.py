"""What reads triples off texts: the extractor of `kea`, the events of `fused`, a baseline."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundgraph.parts.extractors.patterns import PatternExtractor
from groundgraph.parts.segmenters.sentences import SentenceSegmenter
from groundgraph.text.english.lemmas import lemma
from groundgraph.text.english.phrases import Sentence, phrases
from groundgraph.text.english.tagging import tags
from groundgraph.text.english.tokens import tokens
from groundgraph.text.statements.evidence import Texts
from groundgraph.types import Triple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from groundgraph.text.statements.model import Argument, Event

    Reader = Callable[[Sequence[str]], list[list[Triple]]]


def by_patterns(texts: Sequence[str]) -> list[list[Triple]]:
    """Return the triples of `kea`'s embedded extractor."""
    found = PatternExtractor().extract(texts)
    return [[statement.triple for statement in statements] for statements in found]


def by_events(texts: Sequence[str]) -> list[list[Triple]]:
    """Return the events that the rules of `fused` compare, as triples."""
    return [list(_of_text(text)) for text in texts]


def _of_text(text: str) -> Iterator[Triple]:
    read = Texts([text])
    for sentence in read.sentences:
        for event in read.events(sentence.number):
            if not event.conditional:
                yield from dict.fromkeys(_of_event(text, event))


def _of_event(text: str, event: Event) -> Iterator[Triple]:
    """Yield an event's subject with its object, then with each of its other roles."""
    roles = {role: [_name(text, each) for each in found] for role, found in event.roles.items()}
    subjects, objects = roles.pop("subject", []), roles.pop("object", [])
    denied = "not" if event.negated or event.modal == "denied" else ""
    passive = "be" if objects and not subjects else ""
    modal = "" if event.modal == "denied" else event.modal
    verb = " ".join([*filter(None, [modal, denied, passive]), *event.lemma.split("_")])
    if event.is_quality or (passive and not roles):
        written = event.span.of(text).lower().rstrip(".,;").split()
        state = next((word for word in written if lemma(word) == event.lemma), event.lemma)
        yield from (Triple(each, f"be {denied}".rstrip(), state) for each in subjects or objects)
    yield from (Triple(one, verb, other) for one in subjects for other in objects)
    for role, found in roles.items():
        link = verb if role in {"is", "second"} else f"{verb} {role}"
        yield from (Triple(one, link, other) for one in subjects or objects for other in found)


def _name(text: str, argument: Argument) -> str:
    """Return the words of an argument; of a pronoun those of the likeliest that it stands for."""
    told = argument.also[0] if argument.also else argument
    return told.span.of(text)


def by_position(texts: Sequence[str]) -> list[list[Triple]]:
    """Return first noun phrase, first verb behind it, and the rest, of each sentence."""
    cut = SentenceSegmenter().segment(texts)
    found: list[list[Triple]] = []
    for text, spans in zip(texts, cut, strict=True):
        read = []
        for span in spans:
            words = tokens(text, span)
            tagged = tags(words)
            read.append(Sentence(text, words, tagged, phrases(words, tagged)))
        found.append([triple for sentence in read for triple in _by_position(sentence)])
    return found


def _by_position(sentence: Sentence) -> Iterator[Triple]:
    noun = next((p for p in sentence.phrases if p.kind == "NP"), None)
    verb = next(
        (p for p in sentence.phrases if noun and p.kind == "VP" and p.first > noun.first), None
    )
    if noun is None or verb is None:
        return
    words = sentence.tokens
    rest = sentence.text[words[verb.last - 1].end : words[-1].end].strip(" .!?")
    parts = [sentence.text[words[p.first].start : words[p.last - 1].end] for p in (noun, verb)]
    if rest:
        yield Triple(parts[0], parts[1], rest)


READERS: dict[str, Reader] = {"kea": by_patterns, "fused": by_events, "baseline": by_position}
