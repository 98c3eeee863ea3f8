"""An answer taken apart: its claims, what each cites, and what is no claim.

Only the words of claims are judged. They are put together as a text of their own, in which every
character knows its place in the answer, so that what is found there can be shown here. A short
answer is judged as the claim that it makes of its question (`groundgraph.text.asked.declaratives`);
the words that the question gives have no place in the answer of their own.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.answers.absences import absences, is_told
from groundgraph.text.answers.citations import citable_ids
from groundgraph.text.answers.framing import framing
from groundgraph.text.answers.judged_text import JudgedText
from groundgraph.text.answers.kinds import is_title, kind_of
from groundgraph.text.answers.lists import (
    counted_items,
    entity_names,
    is_item,
    items,
    written_names,
)
from groundgraph.text.answers.markup import blocks
from groundgraph.text.answers.refusals import declined
from groundgraph.text.asked.answer_fragments import (
    asks_yes_or_no,
    echoes,
    says_yes_or_no,
    yes_or_no_before,
)
from groundgraph.text.asked.conversations import asked
from groundgraph.text.asked.declaratives import Statement, statement
from groundgraph.text.asked.joints import bare
from groundgraph.text.casing import keeps_capital, recased, spelled
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

    from groundgraph.text.answers.kinds import Kind
    from groundgraph.text.answers.markup import Block
    from groundgraph.types import Example

    Cut = Callable[[Sequence[str]], list[list[Span]]]
    """Cuts texts into sentences, as `groundgraph.protocols.Segmenter.segment` does."""


_REFERENCES = re.compile(r"\W*(?:references?|sources?|citations?|bibliography)\W*", re.IGNORECASE)
_TITLED = re.compile(r"(?:[Ss]ources?|[Rr]eferences?): [\"“*]*[A-Z][^.!?;\n]{0,100}\.?")
"""A title behind "Source:", at the end."""
_NUMBER = re.compile(r"\(?\d{1,2}[.)]\s+(?=[A-Z])")
"""The number of an item in running text; that of a line is markup."""
_IN_QUOTES = re.compile(r"(\s*[\"“])([^\"“”]+[.!])([\"”]\s*)")
_ASKS_WORDS = re.compile(
    r"\b(?:sa(?:y|ys|id)|quot\w*|words?|writ\w*|wrote|stat(?:e[sd]?|ing)|tell|told|claim\w*|read|called"
    r"|announce\w*|respon\w*|repl\w*|comment\w*|message|slogan|motto|line|lyrics?)\b",
    re.IGNORECASE,
)
"""Questions to which a quotation is an answer."""
_HOW_MANY = re.compile(r"\bhow many\b", re.IGNORECASE)


class Piece(NamedTuple):
    """A sentence of an answer.

    Attributes:
        kind: What it is.
        text: Its words that are judged: no marks, no markup, no framing.
        origins: The place in the answer of each of its characters, shape ``(len(text),)``.
        cited: The passages that it cites, as written: numbers from 1, or ids.
    """

    kind: Kind
    text: str
    origins: Sequence[int]
    cited: tuple[str, ...] = ()


def judged_texts(examples: Sequence[Example], cut: Cut) -> list[JudgedText]:
    """Return what is to be judged of each answer.

    A heading counts as a claim where the answer holds nothing else: "**Porto**". An answer that
    lists entities of the example's triples is a claim for each.

    Args:
        examples: The answers, with their questions and passages.
        cut: Cuts texts into sentences.
    """
    laid_out = [blocks(_read_answer(e), citable_ids(e)) for e in examples]
    sentences = iter(cut([block.text for own in laid_out for block in own]))
    return [
        _joined([*_pieces(own, [next(sentences) for _ in own], question)], question, example)
        for example, question, own in zip(
            examples, [asked(e.question) for e in examples], laid_out, strict=True
        )
    ]


def pieces(example: Example, cut: Cut) -> list[Piece]:
    """Return every sentence of one answer with its kind, in order; see `judged_texts`."""
    laid_out = blocks(_read_answer(example), citable_ids(example))
    return [*_pieces(laid_out, cut([block.text for block in laid_out]), asked(example.question))]


def _read_answer(example: Example) -> str:
    """Return an answer without capitals for all letters and quotation marks around all of it.

    It has as many characters as the answer. What somebody said stays in quotes, where that is
    what was asked.
    """
    answer, question = example.answer, asked(example.question)
    if answer.isupper():
        answer = recased(answer, [*(p.text for p in example.passages), question])
    whole = _IN_QUOTES.fullmatch(answer)
    if whole is None or _ASKS_WORDS.search(question):
        return answer
    before, said, after = whole.groups()
    return f"{' ' * len(before)}{said}{' ' * len(after)}"


def _joined(found: list[Piece], question: str, example: Example) -> JudgedText:
    found = _opened(_without_references(found), question)
    passages = [passage.text for passage in example.passages]
    found = [_of_passages(piece, passages) for piece in found]
    words = _Words.of(question, example, passages)
    names = entity_names(example.triples) if question and example.triples else frozenset()
    found = [_named(piece, names) for piece in found] if names else found
    claims = [piece for piece in found if piece.kind == "claim"]
    others = tuple(piece.kind for piece in found if piece.kind != "claim")
    if not claims and set(others) == {"heading"}:
        claims = [piece for piece in found if not is_title(piece.text)]
        others = others[len(claims) :]
    listed = _listed(claims, names, question) if names else []
    claims = listed or claims
    made = [
        words.statement(claim) if listed else _statement(claim, n, len(claims), words)
        for n, claim in enumerate(claims)
    ]
    texts = [own.text if own else claim.text for claim, own in zip(claims, made, strict=True)]
    origins: list[int] = []
    spans: list[Span] = []
    given: list[bool] = []
    for claim, own in zip(claims, made, strict=True):
        given += [True] if origins else []
        origins += origins[-1:]  # of the space between two claims
        start = len(origins)
        origins += _origins(claim, own) if own else claim.origins
        given += [place >= 0 for place in own.places] if own else [True] * len(claim.text)
        spans.append(Span(start, len(origins)))
    cited = tuple(claim.cited for claim in claims)
    text = " ".join(texts)
    return JudgedText(text, tuple(spans), cited, others, origins, tuple(made), given)


def _of_passages(piece: Piece, passages: Sequence[str]) -> Piece:
    """Return a claim without what it says that no passage tells: "The leaflet gives no dose".

    No passage can hold that. Where one tells a dose, it is judged.
    """
    said = absences(piece.text) if piece.kind == "claim" else []
    untold = [each.span for each in said if not is_told(each.missing, passages)]
    if not untold:
        return piece
    rest = _shortened(piece, untold)
    return rest if any(map(str.isalnum, rest.text)) else piece._replace(kind="refusal")


def _without_references(found: list[Piece]) -> list[Piece]:
    """Return the sentences with a list of sources at the end, or the title of one, as headings."""
    listing = False
    kept = []
    if len(found) > 1 and found[-1].kind == "claim" and _TITLED.fullmatch(found[-1].text):
        found = [*found[:-1], found[-1]._replace(kind="heading")]
    for piece in found:
        listing = bool(_REFERENCES.fullmatch(piece.text)) if piece.kind == "heading" else listing
        kept.append(piece._replace(kind="heading") if listing else piece)
    return kept


def _opened(found: list[Piece], question: str) -> list[Piece]:
    """Return the sentences with a yes or no that opens the first claim as a claim of its own.

    "No, it runs on a CPU" says two things of "Does it need a GPU?", and each is judged as what it
    says.
    """
    found = _with_echo(found, question)
    place = next((n for n, piece in enumerate(found) if piece.kind == "claim"), None)
    between = yes_or_no_before(question, found[place].text) if place is not None else None
    if place is None or between is None:
        return found
    piece = found[place]
    rest = piece.text[between.end :]
    capital = rest[:1].upper()
    return [
        *found[:place],
        piece._replace(text=piece.text[: between.start], origins=piece.origins[: between.start]),
        piece._replace(
            text=capital + rest[1:] if len(capital) == 1 else rest,
            origins=piece.origins[between.end :],
        ),
        *found[place + 1 :],
    ]


def _with_echo(found: list[Piece], question: str) -> list[Piece]:
    """Return the sentences with a first yes or no and what says it again, "It does", as one.

    What opens other answers is one where it is all that is said: "Absolutely."
    """
    said = [n for n, piece in enumerate(found) if piece.kind != "heading"]
    if not said or not says_yes_or_no(found[said[0]].text, question):
        return found
    first = found[said[0]]
    if len(said) == 1 and first.kind == "greeting" and asks_yes_or_no(question):
        return [*found[: said[0]], first._replace(kind="claim"), *found[said[0] + 1 :]]
    if len(said) == 1 or first.kind != "claim":
        return found
    second = found[said[1]]
    if second.kind != "claim" or not echoes(second.text, question):
        return found
    whole = first._replace(
        text=f"{first.text} {second.text}",
        origins=[*first.origins, first.origins[len(first.text) - 1], *second.origins],
        cited=tuple(dict.fromkeys([*first.cited, *second.cited])),
    )
    return [*found[: said[0]], whole, *found[said[0] + 1 : said[1]], *found[said[1] + 1 :]]


def _named(piece: Piece, names: frozenset[str]) -> Piece:
    """Return a sentence that names entities alone as a claim: a title may end in "?"."""
    is_claim = is_item(piece.text, names) or items(piece.text, names)
    return piece._replace(kind="claim") if is_claim else piece


def _listed(claims: list[Piece], names: frozenset[str], question: str) -> list[Piece]:
    """Return the entities that an answer lists, each a claim; [] where it is no list.

    To "How many …?" their number, where that stands before them, is one more.
    """
    if len(claims) > 1:
        return claims if all(is_item(claim.text, names) for claim in claims) else []
    return [
        Piece(claim.kind, span.of(claim.text), claim.origins[span.start : span.end], claim.cited)
        for claim in claims
        for span in (_HOW_MANY.search(question) and counted_items(claim.text, names))
        or items(claim.text, names)
    ]


class _Words(NamedTuple):
    """A question, and how its evidence writes what stands in capitals or small letters alone.

    Attributes:
        question: With the evidence's capitals.
        is_recased: Whether it had others.
        passages: The evidence.
        names: Entities of its triples.
    """

    question: str
    is_recased: bool
    passages: Sequence[str]
    names: Collection[str]

    @classmethod
    def of(cls, question: str, example: Example, passages: Sequence[str]) -> _Words:
        """Return the words of one example."""
        own = recased(question, passages)
        return cls(own, own != question, passages, written_names(example.triples or ()))

    def statement(self, claim: Piece) -> Statement | None:
        """Return what a claim says of the question; names of the evidence keep their capitals."""
        text = spelled(claim.text, self.passages) if self.is_recased else claim.text
        name = bare(text.strip(" .,;!?"))
        known = name in self.names or keeps_capital(name, self.passages)
        return statement(self.question, text, (name,) if known else ())


def _statement(claim: Piece, number: int, n_claims: int, words: _Words) -> Statement | None:
    """Return what a claim says of the question, where only that makes it one."""
    if number or not words.question:
        return None
    if n_claims == 1 or says_yes_or_no(claim.text, words.question):
        return words.statement(claim)
    return None


def _origins(claim: Piece, made: Statement) -> list[int]:
    """Return the places in the answer of a statement's characters, ascending.

    Words of the question stand where those of the answer do that come next; the first and the last
    character stand at the ends of the claim, so that it is shown whole.
    """
    last = claim.origins[len(claim.text) - 1]
    found: list[int] = []
    for place in reversed(made.places):
        last = claim.origins[place] if place >= 0 else last
        found.append(last)
    found.reverse()
    if made.places[0] < 0:
        found[0] = claim.origins[0]
    return found


def _pieces(
    laid_out: Sequence[Block], sentences: Sequence[Sequence[Span]], question: str
) -> Iterator[Piece]:
    for block, spans in zip(laid_out, sentences, strict=True):
        if block.is_code:
            yield Piece("code", block.text, block.origins)
            continue
        places = [place for place, _ in block.cited]
        bounds = [0, *(bisect_right(places, span.start) for span in spans[1:]), len(places)]
        for span, start, end in zip(spans, bounds, bounds[1:], strict=False):
            if any(map(str.isalnum, span.of(block.text))):
                marks = block.cited[start:end]
                cited = [name for _, mark in marks for name in mark.names]
                opens = block is laid_out[0] and span is spans[0]
                yield _piece(block, span, question, cited, opens=opens)


def _piece(block: Block, span: Span, question: str, cited: Sequence[str], *, opens: bool) -> Piece:
    text = span.of(block.text)
    own = block.origins[span.start : span.end]
    kind = "heading" if block.is_heading else kind_of(text, question)
    if kind != "claim":
        return Piece(kind, text, own, tuple(dict.fromkeys(cited)))
    found = framing(text, opens=opens)
    names = tuple(dict.fromkeys([*found.names, *cited]))
    aside = declined(text)
    number = _NUMBER.match(text) if span.start else None
    spans = (*found.spans, *filter(None, [number and Span(*number.span()), aside]))
    if not spans:
        return Piece(kind, text, own, names)
    rest = _shortened(Piece(kind, text, own, names), spans)
    said = kind_of(rest.text, question) if rest.text else "greeting" if found.called else "opening"
    return rest._replace(kind=said)


def _shortened(piece: Piece, spans: Sequence[Span]) -> Piece:
    """Return a sentence without some of its words, with a capital."""
    kept = _without(piece.text, sorted(spans))
    rest = "".join([piece.text[i] for i in kept])
    if min(spans).start == 0 and len(rest[:1].upper()) == 1:  # "ß" has no capital of one letter
        rest = rest[:1].upper() + rest[1:]
    return piece._replace(text=rest, origins=[piece.origins[i] for i in kept])


def _without(text: str, spans: Sequence[Span]) -> list[int]:
    """Return the places of a text outside of some spans, without space at the ends."""
    kept: list[int] = []
    at = 0
    for span in (*spans, Span(len(text), len(text))):
        kept += range(at, span.start)
        at = span.end
    while kept and text[kept[-1]].isspace():
        kept.pop()
    begins = next((i for i, place in enumerate(kept) if not text[place].isspace()), 0)
    return kept[begins:]
