"""Grammatical English for what explanations say of triples.

What `groundgraph.text.triples.clauses` has no form for is quoted, which is always grammatical.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundgraph.methods.kea.literals import is_literal
from groundgraph.text.asked.answer_fragments import is_fragment
from groundgraph.text.english.tagged import tagged
from groundgraph.text.english.tagging import FINITE
from groundgraph.text.triples.clauses import clause

if TYPE_CHECKING:
    from groundgraph.types import Triple

_NAMED = re.compile(r"[^a-z\d]")
"""How a subject begins that can open a clause: others lack the article that they had."""
_RELATIVE = re.compile(r", (?:who|which|whose|where|whom)\b")
_VERBS = {(tag,) for tag in FINITE | {"VBN"}}
_LINKED = re.compile(r"(?:who|whose|whom|which|where)\b", re.IGNORECASE)
_LONGEST_BARE = 3
_EXTRA = 3  # words of the text beyond those of the triple, such as articles


def that_clause(triple: Triple) -> str:
    """Return what follows "says": a that-clause, or the triple's words in quotes.

    >>> from groundgraph.types import Triple
    >>> that_clause(Triple("Marie Curie", "date of birth", "1867"))
    'that the date of birth of Marie Curie is 1867'
    >>> that_clause(Triple("scientists", "work at", "CERN"))
    '“scientists work at CERN”'
    """
    said = clause(triple, read=True) if _NAMED.match(triple.subject) else None
    return f"that {said}" if said else f"“{' '.join(part for part in triple if part)}”"


def quoted_clause(triple: Triple, words: str = "") -> str:
    """Return what follows "says" in the text's own words, where they make a clause.

    Extractors drop articles and resolve pronouns, so the text is the better sentence.

    Args:
        triple: The fact.
        words: The stretch of the text that states it, "" where there is none.

    >>> from groundgraph.types import Triple
    >>> quoted_clause(Triple("Ann", "won", "race"), "Ann won a race")
    'that Ann won a race'
    >>> quoted_clause(Triple("Ann", "won", "race"), "She won a race")
    '“She won a race”'
    """
    text = " ".join(words.split()).rstrip(".,;: ")
    room = len(" ".join(triple).split()) + _EXTRA
    if len(text.split()) > room:
        text = _from_verb(text, triple)
    bare = not text or len(text.split()) > room or text.count("(") != text.count(")")
    if bare or _RELATIVE.search(text):
        return that_clause(triple)
    low, ends = text.lower(), (triple.subject.lower(), triple.object.lower())
    whole = any(low.startswith(a) and low.endswith(b) for a, b in (ends, ends[::-1]))
    return f"that {text}" if whole and triple.predicate.lower() in low else f"“{text}”"


def is_part(quoted: str) -> bool:
    """Say whether what follows "says" is quoted words that are no sentence.

    >>> [is_part(text) for text in ("“is based in Oslo”", "“She won a race”", "that Ann won")]
    [True, False, False]
    """
    if not quoted.startswith("“"):
        return False
    text = quoted.strip("“”")
    _, tags = tagged(text)
    linked = _LINKED.match(text) is not None
    return linked or is_fragment(text) or tags[:1] in _VERBS


def _from_verb(text: str, triple: Triple) -> str:
    """Return the words from a triple's verb to its object; "" where they are not its own.

    Of "The firm sells boats, owns a zoo" it is "owns a zoo".
    """
    verb = next(iter(triple.predicate.lower().split()), "")
    spoken = text.split()
    places = [at for at, word in enumerate(spoken) if word.lower() == verb]
    said = " ".join(spoken[places[-1] :]) if places else ""
    return said if said.lower().endswith(triple.object.lower()) else ""


def with_article(label: str, words: str) -> str:
    """Return a label with the "the" that some words have before it.

    >>> with_article("Netherlands", "the capital of the Netherlands"), with_article("Peru", "Peru")
    ('the Netherlands', 'Peru')
    """
    spoken = " ".join(words.split())
    before, held, after = spoken.partition(f"the {label}")
    whole = held and not before[-1:].isalnum() and not after[:1].isalnum()
    return f"the {label}" if label[:1].isupper() and whole else label


def named(text: str) -> str:
    """Return a label as it stands in a sentence: longer ones in quotes.

    >>> named("1867"), named("the first woman to win it")
    ('1867', '“the first woman to win it”')
    """
    plain = len(text.split()) <= _LONGEST_BARE and not re.search(r"[;:.,!?“”]\s|[;:!?]$", text)
    return text if text.strip() and (plain or is_literal(text)) else f"“{text}”"


def listed(items: list[str], most: int = 5) -> str:
    """Join items as a sentence does.

    >>> listed(["a", "b", "c"])
    'a, b and c'
    """
    if len(items) > most:
        return f"{', '.join(items[:most])} and {len(items) - most} more"
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}"


def sentence(text: str) -> str:
    """Return ``text`` with a capital at its start and one mark at its end."""
    body = text.strip()
    if body.endswith((".", "!", "?", "…")):
        return body[:1].upper() + body[1:]
    return f"{body[:1].upper()}{body[1:]}."
