"""How a text may spell the name of an entity."""

from __future__ import annotations

import re

_LONGEST = 250  # Wikidata's limit on a label
_ARTICLE = re.compile(r"^(?:the|an?)\s+(?=\S)", re.IGNORECASE)
_POSSESSIVE = re.compile(r"['’]s?$")
_AROUND = ' \t\r\n.,;:!?()[]"“”«»„'
_UNSAYABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]|\\[uU]")


def spellings(name: str) -> tuple[str, ...]:
    r"""Return the ways in which a graph may write a name, the given one first.

    Without the article or the possessive, with another case of the first letter, in lower case,
    in title case. A name that no label can be, such as one with control characters, has none;
    nor has one with a backslash before a "u", which some endpoints unescape before they read
    the query.

    >>> spellings("the Eiffel Tower's")[:2]
    ("the Eiffel Tower's", "Eiffel Tower's")
    >>> spellings("\x00"), spellings("a\\u0022b")
    ((), ())
    """
    plain = " ".join(name.split())
    if len(plain) > _LONGEST or _UNSAYABLE.search(plain):
        return ()
    trimmed = plain.strip(_AROUND) or plain
    forms = dict.fromkeys((plain, trimmed))
    for shorten in (_ARTICLE, _POSSESSIVE):
        forms.update(dict.fromkeys(shorten.sub("", form) for form in tuple(forms)))
    cased = [(form, form[:1].upper() + form[1:], form.lower(), form.title()) for form in forms]
    return tuple(
        dict.fromkeys(form for column in zip(*cased, strict=True) for form in column if form)
    )


def folded(name: str) -> str:
    """Return what two spellings of one name share.

    >>> folded("Ada  LOVELACE") == folded("ada lovelace")
    True
    """
    return " ".join(name.split()).casefold()
