"""Identifiers of a text: codes, versions, flags, scopes, addresses, files, numbered things, names.

What is written otherwise is the same: "X-200" is "X200", "`--dry-run`" is "--dry_run".
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import compress
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.calendar_words import DAY_NAMES, MONTHS
from groundgraph.text.names import folded, names
from groundgraph.text.number_words import ONES, ORDINALS
from groundgraph.text.quantities.written.numbered_parts import numbered_parts
from groundgraph.text.quantities.written.rulers import rulers
from groundgraph.text.quantities.written.unit_table import BY_SYMBOL, BY_WORD, CODES
from groundgraph.text.words import STOP_WORDS
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

_FILES = (
    "py|js|ts|json|yaml|yml|toml|xml|csv|tsv|txt|md|pdf|docx?|xlsx?|pptx?|html?|css|sql|sh|bat|exe"
    "|dll|jar|zip|tar|gz|log|ini|cfg|conf|env|png|jpe?g|svg|go|rs|rb|php|java|cpp|parquet|db|lock"
)
_NUMBERED = (
    "section|clause|article|paragraph|version|release|build|room|gate|platform|flight|error|code"
    "|form|route|line|bus|tram|train|model|terminal|exit|grade|level|rule|order|ticket|invoice"
    "|case|zone|track|lot|building|chapter|annex|appendix|folio|tier|port|rfc|iso|regulation|directive"
    "|highway|junction|pier|bay|ward|suite|channel|schedule|module|unit|type|class|category"
)
_FORMS = (
    ("mail", "@", r"(?<![\w.+-])[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+"),
    ("url", "https?://|www[.]", r"(?:https?://|www\.)[^\s<>\"'`|)\]]+[^\s<>\"'`|)\].,;:!?]"),
    ("flag", "--[a-z]", r"(?<![\w-])--[a-z][a-z0-9]*(?:[-_][a-z0-9]+)*"),
    ("path", "/[a-z]", r"(?<![\w/.])/[a-z][\w.-]*(?:/[\w{}.-]+)+"),
    ("scope", "[a-z_]:[a-z]", r"(?<![\w:])[a-z][a-z_]{2,}:[a-z][a-z_]{2,}(?![\w:])"),
    (
        "file",
        rf"[.](?:{_FILES})(?!\w)",
        rf"(?<![\w/@.-])(?:[\w-]+/){{0,9}}[\w-]+(?:\.[\w-]+)*\.(?:{_FILES})(?![\w])",
    ),
    (
        "phone",
        r"(?=[+(\d])(?:\+\d|\b0\d\d[ -]?\(?\d|\(\d{2,5}\)[ -]?\(?\d|\d{3}-\d{3,4}-\d)",
        (
            r"(?<![\w.-])\+\d(?:[ ./-]?\(?\d\)?){7,14}(?![\w-])"
            r"|(?<![\w.-])(?:0\d{2,4}|\(\d{2,5}\))(?:[ -]?\(?\d{2,5}\)?){2,5}(?![\w-])"
            r"|(?<![\w-])\d{3}-\d{3,4}-\d{4}(?![\w-])"
        ),
    ),
    (
        "version",
        r"\d[.]\d",
        r"(?<![\w.])v?\d+(?:\.\d+){2,3}(?:-[a-z]+\.?\d*)?(?![\w%])|(?<!\w)v\d+\.\d+(?!\w)",
    ),
    (
        "numbered",
        r"\d",
        rf"\b(?:{_NUMBERED})\ (?:no\.?\ |number\ |\#)?[A-Z]?\d+(?:\.\d+)*[a-z]?(?![\w%/:-]|[.,]\d)",
    ),
    (
        "code",
        r"\d",
        (
            r"(?<![\w$€£.-])(?=[A-Za-z/_-]{1,21}\d)(?:[A-Za-z]{1,6}[-_/]?){1,3}\d{1,8}[A-Za-z]{0,3}"
            r"(?:[-_/][A-Za-z0-9]{1,8}){0,4}(?![\w%.:]\d|\w)"
            r"|(?<![\w$€£.-])(?=\d{1,12}[A-Z])(?!\d{8}T\d)[0-9A-Z]{10,34}(?![\w-])"
        ),
    ),
    ("word", "_", r"(?<![\w.])[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)+(?!\w)"),
)
"""What identifiers look like, each after what every text with one holds; earlier ones first."""
_CUES = {kind: re.compile(cue) for kind, cue, _ in _FORMS}
_SIGNS = {
    "mail": "@",
    "flag": "--",
    "path": "/",
    "scope": ":",
    "file": ".",
    "version": ".",
    "word": "_",
}
"""What each text holds with the cue of a kind."""
_ANY_CUE = re.compile(r"[\d@_]|--|[/:.][A-Za-z/]")
"""What a text holds that holds any cue; most claims hold none."""
_CAPITAL = re.compile(r"\b[a-z]{0,14}[A-Z][A-Za-z]* (?=no\b|number |#|[A-Z]?\d)")
_COUNTED = frozenset(f"{word}{end} " for word in _NUMBERED.split("|") for end in ("", "s"))
_OF_VERSIONS = re.compile(r"(?:version|release|build) v?(\d+(?:\.\d+)+)", re.IGNORECASE)
_MODEL = re.compile(r"(?<![\w'’-])([A-Z][a-zA-Z]{2,}) ([A-Z]?\d{1,4}[A-Za-z]?)(?![\w%°]|[.,:/-]\d)")
_UNIT_SIGN = re.compile(r" ?([^\W\d_]{1,4})(?!\w)")
_OF_DOSES = frozenset({"mass", "volume", "substance", "effect"})
_SEPARATORS = re.compile(r"[\s_‐‑–-]+")
_PLACES = frozenset(
    """passage passages page pages table figure source document step day week month year part group
    option item question note age aged chapter verse spring summer autumn winter fall easter
    christmas call dial phone tel fax top bottom total around about nearly almost roughly some only
    over under circa approximately""".split()
)
_CALENDAR = frozenset({*DAY_NAMES, *MONTHS, *ONES, *ORDINALS}) | STOP_WORDS | _PLACES
"""Words whose number is no name: dates, places in a text, amounts."""
_AMOUNT = re.compile(
    r"(?:usd|eur|gbp|chf|us|a|am|pm|p|q|h|no|fy|cy|covid)[-_/]?\d+[a-z]?", re.IGNORECASE
)
"""Codes of letters and digits that are amounts, quarters or the like."""


class Code(NamedTuple):
    """An identifier in a text.

    Attributes:
        kind: What it looks like.
        key: It without what may be written otherwise.
        span: Where.
    """

    kind: str
    key: str
    span: Span


@lru_cache(maxsize=512)
def codes_of(text: str) -> tuple[Code, ...]:
    """Return the identifiers of a text, in order, without overlaps.

    >>> [(code.kind, code.key) for code in codes_of("Call X-200 with --dry-run in section 4.2.")]
    [('code', 'x200'), ('flag', '--dryrun'), ('numbered', 'section 4.2')]
    """
    found = sorted(_codes(text), key=lambda code: code.span)
    kept: list[Code] = []
    for code in found:
        if not kept or code.span.start >= kept[-1].span.end:
            kept.append(code)
    return tuple(kept)


@lru_cache(maxsize=512)
def phones_in(text: str) -> tuple[Span, ...]:
    """Return where the phone numbers of a text stand."""
    if _CUES["phone"].search(text) is None:
        return ()
    return tuple(code.span for code in codes_of(text) if code.kind == "phone")


def _codes(text: str) -> Iterator[Code]:
    yield from (Code("numbered", key, span) for key, span in numbered_parts(text))
    yield from (Code("ruler", key, span) for key, span in rulers(text))
    if _ANY_CUE.search(text) is None:
        return
    lowered = _CAPITAL.sub(_without_capitals, text)
    looked_for = _pattern(tuple([_holds_cue(lowered, kind) for kind in _CUES]))
    for match in looked_for.finditer(lowered) if looked_for else ():
        kind, written = match.lastgroup or "", match[0]
        version = _OF_VERSIONS.fullmatch(written) if kind == "numbered" else None
        if version is not None:
            yield Code("version", version[1], Span(match.end() - len(version[1]), match.end()))
        elif kind != "code" or not _AMOUNT.fullmatch(written):
            yield Code(kind, key_of(kind, written), Span(*match.span()))
    for match in _MODEL.finditer(text):
        known = match[1].lower() in _CALENDAR or match[1] in CODES  # "EUR 25m"
        if not known and not _is_measured(text, match.end()):
            yield Code("model", key_of("model", match[0]), Span(*match.span()))


def _holds_cue(text: str, kind: str) -> bool:
    return _SIGNS.get(kind, "") in text and _CUES[kind].search(text) is not None


def _is_measured(text: str, end: int) -> bool:
    """Say whether a sign of a unit makes an amount of a number: "Apixaban 5 mg"."""
    sign = _UNIT_SIGN.match(text, end)
    unit = BY_WORD.get(sign[1]) or BY_SYMBOL.get(sign[1]) if sign else None
    return unit is not None and unit.dimension in _OF_DOSES


def _without_capitals(match: re.Match[str]) -> str:
    """Return the word before a number in lower case, others as they are: "Section 4"."""
    lower = match[0].lower()
    return lower if lower in _COUNTED else match[0]


@lru_cache(maxsize=128)
def _pattern(held: tuple[bool, ...]) -> re.Pattern[str] | None:
    """Return what finds the forms whose cues a text holds: most texts hold few."""
    forms = [f"(?P<{kind}>{form})" for kind, _, form in compress(_FORMS, held)]
    return re.compile("|".join(forms)) if forms else None


def key_of(kind: str, written: str) -> str:
    """Return an identifier in the form in which it is compared."""
    lower = written.lower()
    if kind == "flag":
        return "--" + _SEPARATORS.sub("", lower)
    if kind in {"numbered", "model"}:
        head, _, rest = lower.partition(" ")
        return f"{head} {re.sub(r'^(?:no[.]? |number |#)', '', rest)}"
    if kind == "file":
        return lower.rpartition("/")[2]
    if kind == "phone":
        return re.sub(r"\D", "", lower.replace("(0)", ""))
    if kind == "url":
        return re.sub(r"^(?:https?://)?(?:www[.])?", "", lower).rstrip("/")
    if kind == "version":
        return lower.removeprefix("v")
    if kind in {"code", "word"}:
        return _SEPARATORS.sub("", lower)
    return lower


@lru_cache(maxsize=512)
def people_of(text: str) -> tuple[Code, ...]:
    """Return the names of two or three words in a text, such as "Jon Halden"."""
    return tuple(
        Code("name", " ".join(name.parts), Span(name.start, name.end))
        for name in names(text)
        if 2 <= len(name.parts) <= 3
    )


def bare(text: str) -> str:
    """Return a text in lower case without spaces, hyphens and the like, to look codes up in."""
    return _SEPARATORS.sub("", folded(text))
