"""Citation marks of an answer: "[1]", "(Source 2)", "【4†source】", "^1", "Passage 3:".

A mark says where a claim comes from and is no part of what it says. Marks are found by rule; the
passages that they name are numbers from 1, or ids.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from groundgraph.types import Example, Passage

_NOUN = (
    r"(?:passages?|sources?|documents?|docs?|contexts?|chunks?|excerpts?|snippets?|references?"
    r"|refs?|citations?|(?:search[ ])?results?)"
)
_JOIN = r"(?:\s?[,;&–-]\s?|(?:\s?,\s?|\s)(?:and|or)\s)"
_NUMBERS = rf"\#?\d{{1,3}}(?!\.?\d)(?:{_JOIN}(?:{_NOUN}[ ]?)?\#?\d{{1,3}}(?![\d.])){{0,20}}"
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
NAMED = rf"(?:{_NOUN}[\s:#.]{{0,2}}{_NUMBERS}|the[ ](?:{'|'.join(ORDINALS)})[ ]{_NOUN})"
"""A passage by its number, as it stands in running text: "passage 2", "the second passage"."""
ADDRESS = r"\((?:https?:|mailto:|www\.|/|\#)[^()\s]*\)"
"""Where a link of Markdown leads."""
URL = r"(?:https?://|www\.)[^\s<>()\[\]\"]{1,500}"
FILE = (
    r"[\w%~-]+(?:[. /][\w%~-]+){0,9}"
    r"\.(?:pdf|html?|docx?|xlsx?|pptx?|md|txt|csv|json|xml|com|org|net)"
)
"""An address of the web, and a name of a file."""
_ELEMENT = r"(?:sup|cite|citation|ref|source)"
_MARK = re.compile(
    rf"""
      \^? \[ [\[^]? (?: (?:{_NOUN}|cite|web) [\s:#._]{{0,2}} )? (?P<bracket>{_NUMBERS}) \^?
        (?:†[^\[\]\n]{{0,40}})? \]
        \]? (?: {ADDRESS} | (?!\() )
    | \[ Data: (?P<data>[^\[\]\n]{{1,400}}) \]
    | \[ (?P<titled>{_NOUN}[ ]?\#?\d{{1,3}}): [^\[\]\n]{{1,80}} \]
    | (?:\[ | \((?=sources?: | [^()\n]{{0,60}}\bpp?\.)) (?P<page>[^\[\]()\n]{{0,60}}
        (?: \b pp?\.[ ]?\d{{1,4}} (?:[ ]?[–-][ ]?\d{{1,4}})?
          | \w\.(?:pdf|docx?|html?|md|txt|csv) )) [\])]
    | \[ (?P<id>[^\[\]\n]{{1,80}}) \] (?!\()
    | (?<!\]) \( [^()\n]{{0,40}}? \b (?P<paren>{NAMED}) \b [^()\n]{{0,60}} \)
    | \ue200cite (?P<private>[^\ue201\n]{{0,200}}) \ue201
    | 【 (?P<lens>[^】\n]{{1,60}}) 】
    | (?: (?<=[^\W\d_]{{4}}) | (?<=[.,;:!?)"'”’]) ) (?: \^ (?P<caret>\d{{1,2}}) (?!\w)
        | (?P<superscript>[¹²³⁴-⁹]{{1,2}}) )
    | <{_ELEMENT}(?:[ ][^<>\n]{{0,100}})?>\[?(?:{_NOUN}[ ]?)?
        (?P<sup>\d{{1,3}}(?:,[ ]?\d{{1,3}}){{0,9}})\]?</{_ELEMENT}>
    | <{_ELEMENT}>(?P<held>[^<>\n]{{1,80}})</{_ELEMENT}>
    | ^[ \t]* (?P<prefix>{_NOUN}[ ]?\#?\d{{1,3}}) :[ \t]+ (?=\S)
    """,
    re.VERBOSE | re.IGNORECASE | re.MULTILINE,
)
ENTITY = "entity "
"""How the id of a passage begins that describes an entity by its name; no number cites it."""
_HINT = re.compile(r"[\[(【\ue200^<¹²³⁴-⁹]|\d:[ \t]")
_UNIT = re.compile(r"(?:met(?:re|er)|feet|foot|inch|inches|yard|mile)s?\Z", re.IGNORECASE)
_LONGEST_UNIT = 6
_RANGE = re.compile(r"(?<!\d)(\d{1,3})\s?[–-]\s?(\d{1,3})(?!\d)")
_AMOUNT = re.compile(
    r"(?<![\w.,])(?!\d{4}[ ]?\Z)\d[\d.,]*(?:[ ]?%|[ ]?[^\W\d_]{1,5}(/[^\W\d_]{1,5})?)?[ ]?\Z"
)
"""An amount, but no year, at the end of a text."""
_LONGEST_AMOUNT = 24
_TABLE = re.compile(r"\b(\w+) \(([^()]*)\)")
_NUMBER = re.compile(r"\d+")
_PLACES = re.compile(r"\d+:\d+\s*")
_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
_MOST_OF_RANGE = 20


class CitationMark(NamedTuple):
    """One mark.

    Attributes:
        span: Where it stands, brackets included.
        names: What it names, as written and in order: numbers from 1, or ids of passages.
    """

    span: Span
    names: tuple[str, ...]


def citations(text: str, ids: frozenset[str] = frozenset()) -> list[CitationMark]:
    """Return the citation marks of a text, in order.

    Args:
        text: An answer.
        ids: The ids of its passages and named triples; "[report-7]" is a mark where there is such a
            passage.

    >>> text = "It is long [1-3]. It flows (see passage 2).【4†source】"
    >>> [mark.names for mark in citations(text)]
    [('1', '2', '3'), ('2',), ('4',)]
    >>> citations("The area is 12 km^2 [draft].")
    []
    """
    return list(_found(text, ids)) if _HINT.search(text) else []


def _found(text: str, ids: frozenset[str]) -> Iterator[CitationMark]:
    for match in _MARK.finditer(text):
        kind = str(match.lastgroup)
        said = match[kind]
        if kind in {"id", "held"}:
            parts = tuple(part.strip() for part in re.split(r"[,;]", said))
            names = (said,) if said in ids else parts if ids.issuperset(parts) else ()
        elif kind == "data":
            names = _of_tables(said, ids)
            yield CitationMark(Span(*match.span()), names)
            continue
        elif kind in {"caret", "superscript"} and _is_unit(text, match.start()):
            names = ()
        elif kind in {"lens", "page", "private"}:
            own = _of_lens(said, ids) if kind == "lens" else _of_file(said, ids)
            yield CitationMark(Span(*match.span()), own)
            continue
        else:
            names = named(said.translate(_SUPERSCRIPTS))
        if names and not (_is_value(text, match, kind) and _are_missing(names, ids)):
            yield CitationMark(Span(*match.span()), names)


def _of_lens(said: str, ids: frozenset[str]) -> tuple[str, ...]:
    """Return what stands between the brackets of an assistant, its file where that is a passage.

    Two numbers are of a message and of a search in it, and no place among the passages.

    >>> _of_lens("4†source", frozenset()), _of_lens("4:0†fees.pdf", frozenset({"fees.pdf"}))
    (('4',), ('fees.pdf',))
    """
    place, _, name = said.partition("†")
    if name in ids:
        return (name,)
    is_place = _PLACES.fullmatch(place) or place.startswith("turn")
    return () if is_place else tuple(_NUMBER.findall(said)[:1])


def _of_file(said: str, ids: frozenset[str]) -> tuple[str, ...]:
    """Return the passage that a file or its page is, where it is one.

    >>> _of_file("Source: fees.pdf", frozenset({"fees.pdf"})), _of_file("p. 3", frozenset())
    (('fees.pdf',), ())
    """
    name = said.rpartition(": ")[2].strip()
    return (name,) if name in ids else ()


def _of_tables(said: str, ids: frozenset[str]) -> tuple[str, ...]:
    """Return what a mark of GraphRAG names, of the tables of which some rows are given.

    >>> _of_tables("Sources (2, 5); Relationships (23, +more)", frozenset({"Sources 2"}))
    ('Sources 2', 'Sources 5')
    """
    kinds = {kind.lower(): kind for kind in (name.rpartition(" ")[0] for name in ids)}
    return tuple(
        f"{kinds[table[1].lower()]} {number}"
        for table in _TABLE.finditer(said)
        if table[1].lower() in kinds
        for number in _NUMBER.findall(table[2])
    )


def _is_value(text: str, mark: re.Match[str], kind: str) -> bool:
    """Say whether a mark may range the amount before it: "2 [1–4]", "3 mg/L (reference 5)"."""
    amount = _AMOUNT.search(text[max(mark.start() - _LONGEST_AMOUNT, 0) : mark.start()])
    if amount is None:
        return False
    if kind == "bracket":
        return _RANGE.fullmatch(mark[kind]) is not None
    return kind == "paren" and amount[1] is not None and mark[kind].startswith("reference ")


def _are_missing(names: Iterable[str], ids: frozenset[str]) -> bool:
    """Say whether some of the numbers can be no passages, where any are known."""
    return bool(ids) and any(name not in ids and int(name) > len(ids) for name in names)


def _is_unit(text: str, end: int) -> bool:
    """Say whether the word that ends there is one that is squared: "2 metres^2"."""
    return _UNIT.search(text, max(end - _LONGEST_UNIT, 0), end) is not None


def named(words: str) -> tuple[str, ...]:
    """Return the numbers of the passages that some words name.

    >>> named("passages 2, 4 and 6-8"), named("the second passage")
    (('2', '4', '6', '7', '8'), ('2',))
    """
    found: list[str] = []
    rest = _RANGE.sub(lambda m: f" {_ranged(*map(int, m.groups()))} ", words)
    found += (str(int(number)) for number in _NUMBER.findall(rest))
    lower = words.lower()
    found += (str(i) for i, ordinal in enumerate(ORDINALS, 1) if f" {ordinal} " in f" {lower} ")
    return tuple(dict.fromkeys(found))


def _ranged(first: int, last: int) -> str:
    return " ".join(map(str, range(first, last + 1) if last - first < _MOST_OF_RANGE else ()))


def citable_ids(example: Example) -> frozenset[str]:
    """Return the ids of an example's passages, and what its triples are cited as."""
    return frozenset([*(passage.id for passage in example.passages), *example.triple_ids]) - {""}


def passages_named(names: Sequence[str], passages: Sequence[Passage]) -> list[Passage | None]:
    """Return the passage that each name means: an id first, else a place from 1.

    Where passages are called by numbers from "1", a number that none is called means no other of
    these. ``None`` stands for a passage that is not there.

    >>> from groundgraph.types import Passage
    >>> given = [Passage("It rains.", "1"), Passage("A river.", "entity Tel")]
    >>> [found and found.id for found in passages_named(["1", "2"], given)]
    ['1', None]
    """
    by_id = {passage.id: passage for passage in passages}
    return [by_id.get(name) or _placed(name, passages, "1" in by_id) for name in names]


def _placed(name: str, passages: Sequence[Passage], numbered: bool) -> Passage | None:
    place = int(name) if name.isdecimal() else 0
    if not 1 <= place <= len(passages):
        return None
    found = passages[place - 1]
    named_else = found.id.startswith(ENTITY) or (numbered and found.id.isdecimal())
    return None if named_else else found
