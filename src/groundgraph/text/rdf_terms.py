"""Names and values as stores of triples write them, in words: IRIs, prefixed names, RDF literals.

``<http://dbpedia.org/resource/Ada_Ruiz>`` and ``dbr:Ada_Ruiz`` are Ada Ruiz, ``"Ghent"@nl`` is
Ghent, ``"8.5E2"^^xsd:double`` is 850. What is none of these is left as it is.
"""

from __future__ import annotations

import re
from decimal import Decimal, InvalidOperation
from functools import cache
from urllib.parse import unquote

from groundgraph.text.vocabulary import lines

HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_LITERAL = re.compile(
    r"""(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)')"""
    r"(?:@[A-Za-z]+(?:-[A-Za-z0-9]+)*|\^\^(?:<([^<>]*)>|([\w.-]*:[\w.-]+)))?",
    re.DOTALL,
)
_ESCAPE = re.compile(r"\\(?:([\"'\\tbnrf])|u([0-9A-Fa-f]{4})|U(00[01][0-9A-Fa-f]{5}))")
_ESCAPED = {"t": "\t", "b": "\b", "n": "\n", "r": "\r", "f": "\f"}
_REAL = re.compile(r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?")
_SCIENTIFIC = re.compile(r"[+-]?\d\.\d*[eE][+-]?\d{1,3}")
_LONGEST_NUMBER = 25
"""Digits of a number that is written out; a longer one stays in powers of ten."""
_MOMENT = re.compile(r"\+?(\d{4})-(\d\d)-(\d\d)T00:00(?::00(?:\.0+)?)?(?:Z|[+-]00:?00)?")
_ZONE = re.compile(r"(?<=\d)(?:Z|[+-]\d\d:\d\d)\Z")
_MEASURES = ("dbpedia.org/datatype/", "dbt:")
"""Where the names of datatypes are units."""
_ADDRESS = re.compile(r"(?:https?|urn|tag):\S+")
_PAGE = re.compile(r"\.[a-z]{2,5}\Z|[?=&]")
"""What the last part of an address has that is a page or file, and nobody's name."""
_PREFIXED = re.compile(r"([A-Za-z][\w-]*)?:([^\W\d_][^\s:/?=&]*)")
_PREFIXES = frozenset(
    """ex example kb kg ns dbr dbo dbp dbc dbpedia wd wdt wds p ps schema sdo foaf rdf rdfs owl skos
    xsd dc dct dcterms dctype geo gn yago bibo org vcard prov sosa ssn qudt unit void doap sioc
    resource entity res""".split()
)
_PREFIX_LENGTH = 12
_AS_WRITTEN = ("dbpedia.org/", "wikipedia.org/", "dbr:", "dbpedia:")
"""Stores whose names have "_" between words, so that a capital within a word is its own."""
_JOINED_WORDS = re.compile(r"(?<=[a-z][a-z])(?=[A-Z][a-z])")


def term_words(name: str) -> str:
    r"""Return what a term of a store says, in words; another text as it is.

    >>> [term_words(each) for each in ("<http://ex.org/NilsEk>", "ex:Ada_Ek", "M:I", "12:30")]
    ['Nils Ek', 'Ada Ek', 'M:I', '12:30']
    >>> [term_words(each) for each in ('"850"^^xsd:integer', "8.5E2", '"Ghent"@nl', "1.2")]
    ['850', '850', 'Ghent', '1.2']
    >>> term_words("ex:YouTube"), term_words("ex:YouTubeMusic")
    ('YouTube', 'YouTube Music')
    >>> term_words('"1974-11-30"^^xsd:date'), term_words("+1987-03-00T00:00:00Z")
    ('1974-11-30', '1987-03')
    """
    label = name.strip()
    if label[:1] in {'"', "'"} and (found := _LITERAL.fullmatch(label)):
        return _value(unescaped(found[1] or found[2] or ""), found[3] or found[4] or "")
    address = label[1:-1] if label.startswith("<") and label.endswith(">") else label
    if _ADDRESS.fullmatch(address):
        return _of_address(address)
    if prefixed := _PREFIXED.fullmatch(label):
        return _of_prefixed(label, prefixed)
    if moment := _MOMENT.fullmatch(label):
        return _day(moment)
    return _written_out(label) if _SCIENTIFIC.fullmatch(label) else label


def unescaped(text: str) -> str:
    r"""Return the characters of an RDF literal.

    >>> unescaped(r"caf\u00e9")
    'café'
    """
    return _ESCAPE.sub(_character, text) if "\\" in text else text


def _character(found: re.Match[str]) -> str:
    if letter := found[1]:
        return _ESCAPED.get(letter, letter)
    return chr(int(found[2] or found[3], 16))


def _value(text: str, datatype: str) -> str:
    """Return what a literal of a datatype, "" where it has none, says."""
    kind = re.split(r"[/#:]", datatype)[-1]
    if moment := _MOMENT.fullmatch(text):
        return _day(moment)
    if kind in {"date", "gYear", "gYearMonth", "dateTime"}:
        return _ZONE.sub("", text)
    if not datatype or not _REAL.fullmatch(text):
        return term_words(text) if kind == "anyURI" else text
    number = _written_out(text)
    measured = any(each in datatype for each in _MEASURES)
    return f"{number} {_unit(kind)}" if measured else number


def _unit(kind: str) -> str:
    """Return the plural of a unit that a datatype names: "usDollar", "squareKilometre"."""
    words = HUMP.sub(" ", kind).lower()
    if words == "us dollar":
        return "USD"
    return words if words.endswith("s") or " per " in words else f"{words}s"


def _written_out(number: str) -> str:
    """Return a number without powers of ten, and without a fraction where that is 0."""
    try:
        plain = f"{Decimal(number):f}"
    except InvalidOperation:
        return number
    if "." in plain:
        plain = plain.rstrip("0").rstrip(".")
    return plain if len(plain) <= _LONGEST_NUMBER else number


def _day(moment: re.Match[str]) -> str:
    """Return the day that begins at a moment; of Wikidata's "1987-03-00" and "1987-00-00" less."""
    year, month, day = moment.groups()
    return "-".join(part for part in (year, month, day) if part != "00")


def _of_address(address: str) -> str:
    _, slashes, rest = address.rpartition("://")
    *before, local = re.split(r"[/#]", rest.rstrip("/#"))
    if slashes and not before:  # a site, which has no other name
        return address
    local = local if slashes else local.rpartition(":")[2]
    return address if _PAGE.search(local) else _local_words(local, address) or address


def _of_prefixed(label: str, found: re.Match[str]) -> str:
    """Return the name behind a known prefix, or one in small letters before a capital."""
    prefix, local = found[1] or "", found[2]
    plain = prefix.islower() and len(prefix) <= _PREFIX_LENGTH and local[0].isupper()
    if not prefix or prefix.lower() in _PREFIXES or plain:
        return _local_words(local, label) or label
    return label


def _local_words(local: str, whole: str) -> str:
    words = unquote(local).replace("_", " ").strip()
    if " " in words or any(store in whole for store in _AS_WRITTEN):
        return words
    apart = _JOINED_WORDS.sub(" ", words)
    for written, name in _one_word_names().items():
        apart = apart.replace(written, name)
    return apart


@cache
def _one_word_names() -> dict[str, str]:
    """Return the names that are one word by how they look apart: "You Tube"."""
    return {_JOINED_WORDS.sub(" ", name): name for name in lines("one_word_names.txt")}
