"""Whether a text is English prose or data, which the shipped models read."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from groundgraph.text.foreign import UNNAMED, is_plain_english, language

_WORD = re.compile(r"[^\W\d_]+")
_ENGLISH = frozenset(
    "the of and to is was that with for by from are this were has have had it its which his her "
    "their they not but be been on at or as an you your he she we will can would there who what "
    "when how all more than if about into after also".split()
)
# Frequent words of languages in Latin script that are no frequent words of English.
_OTHER = frozenset(
    "de la el los las que en y por con para una del se et le les des du est dans qui sur pour une "
    "au aux plus der die und das ist von mit den dem ein eine nicht auf für im zu auch sich het "
    "een van dat niet zijn voor op di che il per non della dei gli sono och att som på av är det "
    "ikke og til e o os um uma não com mais da do nos ao się nie jest na że z w i ve bir bu için "
    "da ile yang dan dari untuk dengan pada adalah".split()
)
_LATIN_SHARE = 0.5
_LEAST = 6
"""Frequent words that a text in Latin script needs before it is taken for another language."""
_READ = 2000
_CODE = re.compile(
    r"[{}<>\[\]\\]|[=!+]=|[^\W\d](?:=(?!\d)|\s=\s?|=\s)[\"'\w]|\(\)|;\n|;$|::|->|\w_\w|\w\.\w+\("
)
"""Marks of code; "p=3.1 bar" is written in prose too."""
_MARKS = ("{", "}", "<", ">", "[", "]", "\\", "=", "_", ";", "(", "::")
"""Each mark of code holds one of these, and most texts hold too few of them."""
_NOTE = re.compile(r"(?<!\S)\[[\w :.,'’/-]{1,40}\](?=[\s:.,;]|$)")
"""A time, a number or a name in brackets: "[09:12] Ana: …", "[laughs]", "[2]"."""
_PAIR = re.compile(
    r"(?<!\S)[^\W\d_][\w.-]{0,60}=(?:\"[^\"\n]*\"|[^\s;,=\"'(){}\[\]<>]+)(?=,?(?:\s|$))"
)
"""A field of a line of a log: "job=nightly"."""
_SYMBOL = re.compile(r"(?<![\w.])[^\W\d_](?:_\w{1,5}(?!\w)(?:\s?=)?|\s?=)")
"""What a formula calls a quantity: "d_0 =", "m ="."""
_TAG = re.compile(r"</?[A-Za-z][\w:-]{0,30}(?:[ /][^<>\n]{0,300})?>")
_CODE_SHARE, _CODE_LEAST, _PROSE_SHARE, _GIBBERISH_SHARE = 0.04, 4, 0.08, 0.4
_LONG_WORD = re.compile(r"\b[a-z]{4,}\b")
_UNSAYABLE = re.compile(r"[bcdfghjklmnpqrstvwxz]{5}|^[^aeiouy]+$|[jqx][bcdfghjklmnpqrstvwxz]{2}")
NOT_ENGLISH, CODE, GIBBERISH = "not in English", "code", "not words of a language"


@lru_cache(maxsize=8192)
def unread(text: str, *, data: bool = False, known: frozenset[str] = frozenset()) -> str:
    """Say why a text cannot be read by models of English: one of the constants above, or "".

    It is more sensitive than `is_english`: a few words are enough. Names, numbers, lists and data
    are taken for English; only what is plainly something else is refused.

    Args:
        text: Any text; the first 2,000 characters count.
        data: Whether the text is JSON or a table, whose marks are not those of code.
        known: Words in small letters that are no sign of another language, such as those of English
            passages.

    Returns:
        `NOT_ENGLISH`, followed by the language in brackets where it can be told.

    >>> unread("Fünf Jahre nach dem Krieg.")
    'not in English (German)'
    >>> unread("The Danube flows into the Black Sea.")
    ''
    """
    text = text[:_READ]
    if not data and _is_code(text) and not _is_marked_up(text):
        return CODE
    name = language(text, known)
    if name and name != UNNAMED:
        return f"{NOT_ENGLISH} ({name})"
    if not data and _is_gibberish(text):
        return GIBBERISH
    return NOT_ENGLISH if name else ""


def _is_code(text: str) -> bool:
    most = max(_CODE_SHARE * len(text), _CODE_LEAST)
    if sum(map(text.count, _MARKS)) <= most:
        return False
    return len(_CODE.findall(_PAIR.sub(" ", _NOTE.sub("", text)))) > most


def _is_marked_up(text: str) -> bool:
    """Say whether a text is English prose but for tags of HTML or XML, and formulas."""
    plain = _SYMBOL.sub(" ", _TAG.sub(" ", text))
    return len(plain) < len(text) and not _is_code(plain) and is_plain_english(plain)


def surely_foreign(text: str, known: frozenset[str] = frozenset()) -> str:
    """Say of a sentence among English ones that it is in another language, or "".

    A few words of another language are told in English: "For sautéing, heat oil in a sauté pan."

    >>> surely_foreign("Плата 10 евро."), surely_foreign("For sautéing, heat oil in a sauté pan.")
    ('not in English', '')
    """
    why = unread(text, known=known)
    return "" if not why.startswith(NOT_ENGLISH) or is_plain_english(text) else why


def _is_gibberish(text: str) -> bool:
    words = _WORD.findall(text.casefold())
    if sum(map(_ENGLISH.__contains__, words)) > _PROSE_SHARE * len(words):
        return False
    long = _LONG_WORD.findall(text)
    unsayable = sum(bool(_UNSAYABLE.search(word)) for word in long)
    return unsayable > max(_GIBBERISH_SHARE * len(long), 3)


@lru_cache(maxsize=8192)
def is_english(text: str) -> bool:
    """Say whether a text may be English: in Latin script, and not plainly in another language.

    Names, numbers and short texts are taken for English: only what is plainly not is refused.

    >>> is_english("The Danube flows into the Black Sea.")
    True
    >>> is_english("Die Donau ist der zweitlängste Fluss und mündet nicht in die Nordsee.")
    False
    >>> is_english("ドナウ川は黒海に注ぐ。")
    False
    """
    letters = [c for c in text[:4000] if c.isalpha()]
    if not letters:
        return True
    if sum(map(_latin, letters)) < _LATIN_SHARE * len(letters):
        return False
    words = [word.casefold() for word in _WORD.findall(text[:4000])]
    other = sum(word in _OTHER for word in words)
    return other < _LEAST or other <= sum(word in _ENGLISH for word in words)


def _latin(letter: str) -> bool:
    return letter.isascii() or unicodedata.name(letter, "").startswith("LATIN")
