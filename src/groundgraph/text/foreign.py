"""Whether a text is plainly in another language than English, and in which.

Words decide: those that English does not have, and stop words of other languages, against English
ones. Names are left aside, so "Müller GmbH, Köln" and "Museo del Prado" are not foreign, and a text
of names and numbers is in no language at all.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.vocabulary import lines

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

UNNAMED = "another language"
NAMES = {
    "af": "Afrikaans", "ca": "Catalan", "cs": "Czech", "da": "Danish", "de": "German",
    "es": "Spanish", "et": "Estonian", "eu": "Basque", "fi": "Finnish", "fr": "French",
    "ga": "Irish", "gl": "Galician", "hr": "Croatian", "hu": "Hungarian", "id": "Indonesian",
    "it": "Italian", "lt": "Lithuanian", "lv": "Latvian", "ms": "Malay", "nl": "Dutch",
    "no": "Norwegian", "pl": "Polish", "pt": "Portuguese", "ro": "Romanian", "sk": "Slovak",
    "sl": "Slovene", "sv": "Swedish", "tl": "Tagalog", "tr": "Turkish", "vi": "Vietnamese",
}  # fmt: skip
_LETTERS = {
    "cs": "ěřů", "da": "øæ", "de": "ß", "es": "ñ¿¡", "fr": "œçêè", "hu": "őű", "lv": "āēīļņ",
    "lt": "ėųį", "no": "øæ", "pl": "łąęśźżń", "pt": "ãõ", "ro": "ățșţş", "sv": "å", "tr": "ğış",
    "sk": "ľĺŕ", "et": "õ", "fi": "ä", "vi": "đơưạảấầẩậắằặẹẻẽếềệịọốồộớờợụứừựỳ",
}  # fmt: skip
"""Letters that speak for a language, beside its words."""
_SCRIPTS = {
    "HIRAGANA": "Japanese", "KATAKANA": "Japanese", "HANGUL": "Korean", "CJK": "Chinese",
    "GREEK": "Greek", "HEBREW": "Hebrew", "THAI": "Thai",
}  # fmt: skip
_PARTICLES = frozenset(
    "a aan agli al alla alle allo au aux bei da dal dalla das de degli dei del della delle dello "
    "den der des di do dos du e ed el en et i il im in la las le les lo los na nel nella och og op "
    "sur ten ter und unter van von y zu zum zur".split()
)
"""Small words that stand inside of names."""
_ENDINGS = ("s", "es", "ed", "ing", "ly", "er", "ers")
_INFLECTED = 5
"""Shorter words have no ending: "ans" is not the plural of "an"."""
_WORD = re.compile(r"[^\W\d_]+")
_CODE = re.compile(r"[_/=@{}()<>\\]|\w\.\w|://")
_SHORTENED = re.compile(r"(?<![^\W\d_])[^\W\d_]{2,5}\.(?= \d)")
"""A word cut short before a number: "dep. 15:20"."""
_QUOTED = re.compile(r"\"[^\"\n]*\"|“[^“”\n]*”|«[^«»\n]*»")
_SMALL_WORDS = frozenset(
    "and because been could from has her him his of than that the their then there these they this "
    "those were which with would".split()
)
"""Words that are small ones of English and of no other of the languages."""
_SMALL = 4
_DOSE = re.compile(r"\d ?(?:[mkµμ]?g|mcg|micrograms?|m[lL]|IU|units?)\b")
_PRESCRIBED = frozenset(
    "ac bd bid cap caps im iv mane nocte od om on pc po pr prn qds qid sc sl stat tab tabs tds "
    "tid".split()
)
"""How prescriptions write ways and times of taking a dose; "od" and "po" are Polish too."""
_OF_CODES = 2
"""In a list, every so many unknown words need one that is surely of another language."""
_LISTED = re.compile(r"[\d|;\n]")
"""What stands in lists, tables and records."""
_STOPPED = (".", "!", "?")
_PLAINLY = 5
"""The least English words of a text whose other words count as English too."""
_LATIN = 0.5
"""The least share of Latin letters of a text whose words are looked at."""
_READ = 3000
"""How many characters are read; a text is seldom in two languages."""


class Evidence(NamedTuple):
    """How many words speak for what.

    Attributes:
        unknown: Words that English does not have, no names; each counts once.
        others: Stop words of other languages among these, and a first word that is one.
        accented: Those with letters that English does not have.
        english: Words that only English has, no names; one such as "the" counts as `_SMALL`.
        listed: Whether they are told in a list or a table, where codes and short forms stand for
            words: "dep.", "vega", "fra".
    """

    unknown: int
    others: int
    accented: int
    english: int
    listed: bool = False

    @property
    def is_foreign(self) -> bool:
        """Whether the words are of another language than English.

        One word that English does not have, such as a kind of cheese, makes no language; nor do
        codes in a list, one of which may be a word of some language: "sin" for Singapore.
        """
        if self.listed and _OF_CODES * (self.others + self.accented) < self.unknown:
            return False
        several = self.unknown + self.others + self.accented > 1
        return several and 0 < self.unknown > self.english - self.others


def language(text: str, known: Collection[str] = ()) -> str:
    """Return the language of a text that is plainly not English, or "".

    Args:
        text: Any text; the first 3,000 characters count.
        known: Words in small letters that say nothing, such as those of English passages.

    Returns:
        The English name of a language, `UNNAMED`, or "" where the text may be English.

    >>> [language(text) for text in ("Cinco años.", "Museo del Prado", "The fee is $25.", "12")]
    ['Spanish', '', '', '']
    """
    text = text[:_READ]
    if text.isascii() or _latin_share(text) >= _LATIN:
        return _named(text) if evidence(text, known).is_foreign else ""
    return _script(text)


def is_plain_english(text: str) -> bool:
    """Say whether a text in Latin script has many English words and few others."""
    found = evidence(text)
    return found.english >= _PLAINLY and found.english > found.unknown + found.others


def words_of(text: str) -> list[str]:
    """Return the words of a text in small letters."""
    return [word.lower() for word in _WORD.findall(text)]


def is_english_word(word: str) -> bool:
    """Say whether a word in small letters is English, or an English one with an ending.

    >>> [is_english_word(word) for word in ("fairs", "vertus", "fünf")]
    [True, False, False]
    """
    english = _english()
    if word in english:
        return True
    if not word.isascii() or len(word) < _INFLECTED:
        return False
    for ending in _ENDINGS:
        stem = word.removesuffix(ending)
        if stem is not word and (stem in english or f"{stem}e" in english):
            return True
    return False


def evidence(text: str, known: Collection[str] = ()) -> Evidence:
    """Weigh the words of a text in Latin script."""
    plain = _spoken(text)
    every = _WORD.findall(plain)
    others = _others()
    known = {*known, *_PRESCRIBED} if _DOSE.search(text) else known
    if plain.isupper():
        lower = [word.lower() for word in every]
        every = lower if len(others.intersection(lower)) > 1 else []  # "JPEG, PNG" is no shout
    own = [word for word in _no_names(every) if word not in known]
    english = {word for word in {*own} if is_english_word(word)}
    unknown = [word for word in own if word not in english]
    opens = plain.endswith(_STOPPED) or any(map(str.islower, every[1:2]))
    first = every[0].lower() if every and opens and every[0].istitle() else ""
    first = "" if first in known else first
    opens_english = is_english_word(first)
    spoken = [word for word in own if word in english and word not in others]
    small = sum(map(_SMALL_WORDS.__contains__, own))
    return Evidence(
        len(set(unknown)),
        sum(word in others for word in unknown) + (first in others and not opens_english),
        sum(not word.isascii() for word in unknown),
        len(spoken) + (opens_english and first not in others) + (_SMALL - 1) * small,
        listed=_LISTED.search(text) is not None and not plain.endswith(_STOPPED),
    )


def _spoken(text: str) -> str:
    """Return a text without what looks like code, words cut short, and what it quotes."""
    words = text[:_READ].split()
    plain = " ".join([word for word in words if word.isalpha() or not _CODE.search(word)])
    plain = _SHORTENED.sub(" ", plain)
    outside = _QUOTED.sub(" ", plain).strip()
    return outside if _WORD.search(outside) else plain


def _no_names(words: Sequence[str]) -> Iterator[str]:
    """Yield the words in small letters, but for those within a name: "de" in "Rio de Janeiro"."""
    for place, word in enumerate(words):
        if not word.islower() or len(word) < 2:
            continue
        after = words[place + 1] if place + 1 < len(words) else ""
        if word in _PARTICLES and place and after[:1].isupper():
            continue
        yield word


def _latin_share(text: str) -> float:
    letters = [char for char in text if char.isalpha()]
    latin = sum(char.isascii() or "LATIN" in unicodedata.name(char, "") for char in letters)
    return latin / len(letters) if letters else 1.0


def _script(text: str) -> str:
    kinds = Counter(unicodedata.name(char, "").partition(" ")[0] for char in text if char.isalpha())
    for script in ("HIRAGANA", "KATAKANA"):
        if kinds[script]:
            return _SCRIPTS[script]
    most = kinds.most_common(1)[0][0]
    if most == "CYRILLIC":
        return _cyrillic(text.lower())
    return _SCRIPTS.get(most, UNNAMED)


def _cyrillic(text: str) -> str:
    if any(letter in text for letter in "іїєґ"):
        return "Ukrainian"
    return "Russian" if any(letter in text for letter in "ыэё") else UNNAMED


def _named(text: str) -> str:
    """Name the language whose stop words and letters a text has most of, if one has."""
    lower = text[:_READ].lower()
    words = set(_WORD.findall(lower))
    points: Counter[str] = Counter()
    for code, own in _stop_words().items():
        points[code] = len(own & words) + sum(x in lower for x in _LETTERS.get(code, ""))
    (best, most), (_, second) = points.most_common(2)
    return NAMES[best] if most > second else UNNAMED


@cache
def _english() -> frozenset[str]:
    return frozenset().union(*(line.split() for line in lines("english.txt")))


@cache
def _stop_words() -> dict[str, frozenset[str]]:
    rows = (line.split() for line in lines("others.txt"))
    return {code: frozenset(words) for code, *words in rows}


@cache
def _others() -> frozenset[str]:
    return frozenset().union(*_stop_words().values())
