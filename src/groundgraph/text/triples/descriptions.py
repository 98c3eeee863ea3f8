"""Descriptions of entities, as knowledge sources write them, told as sentences."""

from __future__ import annotations

import re

from groundgraph.text.language import is_english

_NOTE = re.compile(r"(?<!\s)\s*\(([^()]*)\)")
_YEARS = re.compile(r"(?:c\. ?)?(\d{3,4})\s?[-–—]\s?(?:c\. ?)?(\d{3,4})")
_BORN = re.compile(r"(?:born|b\.) (?:in |c\. )?(\d{3,4})")
_DIED = re.compile(r"(?:died|d\.) (?:in |c\. )?(\d{3,4})")
_TWO_PEOPLES = re.compile(r"([A-Z][a-z]+)[-–]([A-Z][a-z]+)(?= )")
_OF_THE_SOURCE = re.compile(r"(?:wikimedia|wikipedia|wikinews)\b", re.IGNORECASE)
_FIRST_WORD = re.compile(r"[\w’'-]+")
_DETERMINED = frozenset(
    """a an the one any every his her its their first second third last largest smallest oldest
    longest highest capital seat president""".split()
)
_UNIQUE = _DETERMINED - frozenset("a an the one any every his her its their".split())
_SOUNDED_AS_CONSONANT = re.compile(r"(?:eu|u[bkmnrst][aeiou]|one\b|once\b|ouija)", re.IGNORECASE)
_SOUNDED_AS_VOWEL = re.compile(
    r"(?:[aeiou]|hour|honest|heir|honou?r|8|11\b|18\b|18\d\d\b)", re.IGNORECASE
)


def description_sentences(name: str, description: str, *, person: bool = False) -> str:
    """Return what a description says of its entity in sentences, "" where it says nothing.

    Args:
        name: What the entity is called.
        description: A noun phrase in English, such as "Polish-French physicist (1867–1934)".
        person: Whether a range of years is somebody's life.

    >>> description_sentences("Ada", "Swedish-born engineer (born 1961)")
    'Ada is a Swedish-born engineer. Ada was born in 1961.'
    >>> description_sentences("Ystad", "town in Sweden")
    'Ystad is a town in Sweden.'
    >>> description_sentences("Ada", "Wikimedia disambiguation page")
    ''
    """
    notes = _NOTE.findall(description)
    said = " ".join(_NOTE.sub("", description).split()).strip(" .;,")
    if not said or _OF_THE_SOURCE.match(said) or not is_english(description):
        return ""
    peoples = _TWO_PEOPLES.match(said)
    told = [f"{name} is {people}." for people in (peoples.groups() if peoples else ())]
    told.append(f"{name} is {_with_article(said[peoples.end() :].strip() if peoples else said)}.")
    told += [f"{name} {event}." for note in notes for event in _life(note, person=person)]
    return " ".join(told)


def article(words: str) -> str:
    """Return the article that goes before a noun phrase: by its sound, "a" or "an".

    >>> [article(words) for words in ("engineer", "university", "hour", "1997 film", "11-year-old")]
    ['an', 'a', 'an', 'a', 'an']
    """
    if _SOUNDED_AS_CONSONANT.match(words):
        return "a"
    return "an" if _SOUNDED_AS_VOWEL.match(words) else "a"


def _with_article(said: str) -> str:
    first = _FIRST_WORD.match(said)
    word = first[0].lower() if first else ""
    if word in _UNIQUE:
        return f"the {said}"
    return said if word in _DETERMINED else f"{article(said)} {said}"


def _life(note: str, *, person: bool) -> list[str]:
    years = _YEARS.fullmatch(note.strip())
    if years and person:
        return [f"was born in {years[1]}", f"died in {years[2]}"]
    events = ("was born in", _BORN.search(note)), ("died in", _DIED.search(note))
    return [f"{event} {year[1]}" for event, year in events if year]
