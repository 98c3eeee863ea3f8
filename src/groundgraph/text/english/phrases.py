"""Noun phrases, verb groups and what joins them, from one sentence's tagged tokens."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.calendar_words import DAY_NAMES
from groundgraph.text.english.tagging import FINITE, lexicon

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.text.english.tokens import Token

VERB_TAGS = FINITE | {"VB", "VBN", "VBG"}
NOUN_TAGS = frozenset({"NN", "NNS", "NNP", "CD"})
_INSIDE = NOUN_TAGS | {"JJ", "POS", "&", "''"}
_OPENS_NOUN = NOUN_TAGS | {"DT", "PRP$", "JJ", "''"}
_ADVERBS = frozenset({"RB", "NEG"})
_JOINTS = frozenset({"CC", "IN", "SUB", "WP", "WDT", "WRB", "THAT", ",", "(", ")", ";", ":"})
_DASHES = frozenset({"-", "–", "—", "--"})
_YEAR = re.compile(r"1\d{3}|20\d\d")
_LONGEST_TITLE = 10
_LONGEST = 24  # tokens of a phrase; bounds keep the pass linear on any text
_MOST_ADVERBS = 4
_OPENING = 2  # tokens that may stand before the first noun of a sentence
_MOST_OF = 2  # "death of the son of X" is one name; longer chains are cut

TIMES = frozenset(DAY_NAMES) | frozenset(
    """year month week weekend season day night morning afternoon evening summer winter spring
    autumn time today yesterday tomorrow tonight minute minutes hours years days weeks
    months""".split()
)


QUANTIFIERS = frozenset("many some several most all both one each any few none".split())
_DENIALS = frozenset({"no", "neither", "not"})
_TIME_POINTERS = _DENIALS | frozenset({"this", "that", "every", "each"})
_ARTICLES = frozenset({"the", "a", "an"})


class Phrase(NamedTuple):
    """A run of tokens ``[first, last)``.

    Attributes:
        kind: "NP", "VP", "AP" (adjectives), or for one token its tag: "IN", "CC", ",", "WP" …
        first: Index of the first token.
        last: One past the index of the last.
        of: Index of the first "of" that joins two noun phrases into this one, or -1.
        name: Index where a name begins behind a role ("manager Roberto Martinez"), or -1.
    """

    kind: str
    first: int
    last: int
    of: int = -1
    name: int = -1


class Sentence(NamedTuple):
    """A sentence: its words, their tags, its phrases."""

    text: str
    tokens: Sequence[Token]
    tags: Sequence[str]
    phrases: Sequence[Phrase]


def phrases(tokens: Sequence[Token], tags: Sequence[str]) -> list[Phrase]:
    """Cut a sentence into phrases, in order; adverbs and stray marks are in none."""
    found: list[Phrase] = []
    at = 0
    while at < len(tags):
        phrase = _phrase(tokens, tags, at)
        if phrase is not None and not _joins(found, phrase, tokens):
            found.append(phrase)
        at = phrase.last if phrase else at + 1
    return found


def _joins(found: list[Phrase], phrase: Phrase, tokens: Sequence[Token]) -> bool:
    """Join "A of B" into the noun phrase before it."""
    if phrase.kind != "NP" or len(found) < 2:
        return False
    noun, link = found[-2], found[-1]
    if noun.kind != "NP" and tokens[noun.first].lower not in QUANTIFIERS:
        return False
    if link.kind != "IN" or tokens[link.first].lower != "of" or link.first != noun.last:
        return False
    chained = sum(token.lower == "of" for token in tokens[noun.first : noun.last])
    if chained >= _MOST_OF or tokens[phrase.first].lower in {"whom", "which"}:
        return False
    found[-2:] = [Phrase("NP", noun.first, phrase.last, noun.of if noun.of > 0 else link.first)]
    return True


def _phrase(tokens: Sequence[Token], tags: Sequence[str], at: int) -> Phrase | None:
    tag = tags[at]
    if tag == "PRP" or tokens[at].kind == "date":
        return Phrase("NP", at, at + 1)
    if tag == "TO":
        return _verb_phrase(tokens, tags, at) or Phrase("IN", at, at + 1)
    if tag == "''" and (title := _title(tokens, tags, at)):
        return title
    if tag in VERB_TAGS or (tag in _ADVERBS and _leads(tags, at) in VERB_TAGS):
        return _verb_phrase(tokens, tags, at)
    if tag in _OPENS_NOUN or (tag == "RB" and _leads(tags, at) == "JJ"):
        return _noun_phrase(tokens, tags, at)
    if tag in _DASHES:
        return Phrase(",", at, at + 1)
    if tag in {"IN", "RP"}:
        return Phrase("IN", at, at + 1)
    return Phrase(tag, at, at + 1) if tag in _JOINTS else None


def _title(tokens: Sequence[Token], tags: Sequence[str], at: int) -> Phrase | None:
    """Return a quoted title, such as "People Got to Be Free", as one noun phrase."""
    for end in range(at + 1, min(at + _LONGEST_TITLE, len(tags))):
        if tags[end] == "''":
            words = [token.text for token in tokens[at + 1 : end] if token.kind == "word"]
            last = words[-1] if words else "x"
            titled = words and words[0][0].isupper() and last[0].isupper()
            return Phrase("NP", at, end + 1) if titled else None
    return None


def _leads(tags: Sequence[str], at: int) -> str:
    stop = min(at + _MOST_ADVERBS, len(tags))
    while at < stop and tags[at] in _ADVERBS:
        at += 1
    return tags[at] if at < len(tags) else "."


def _noun_phrase(tokens: Sequence[Token], tags: Sequence[str], at: int) -> Phrase | None:
    first, end, noun = at, -1, False
    stop = min(at + _LONGEST, len(tags))
    while at < stop and (tags[at] in {"DT", "PRP$", "RB", "''"}):
        at += 1
    while at < stop:
        tag = tags[at]
        if tag not in _INSIDE or _breaks(tokens, tags, at, noun):
            break
        if tag in NOUN_TAGS:
            noun, end = True, at + 1
        elif tag in {"JJ", "POS"}:
            end = at + 1
        at += 1
        if at == first + 1 and noun and _is_lone_year(tokens, tags, first):
            break
    if end < 0:
        alone = tags[first] == "DT" and tokens[first].lower not in _ARTICLES
        return Phrase("NP", first, first + 1) if alone else None
    closing = end < len(tags) and tags[end] == "''" and "''" in tags[first:end]
    kind = "NP" if noun or tags[first] in {"DT", "PRP$"} else "AP"
    return Phrase(kind, first, end + closing, name=_name_at(tokens, tags, first, end))


def _name_at(tokens: Sequence[Token], tags: Sequence[str], first: int, end: int) -> int:
    """Find the name behind a role; in lower case, words that nobody knows are names."""
    lowers = [token.lower for token in tokens[first:end]]
    if len(lowers) < 2 or ROLES.isdisjoint(lowers):
        return -1
    at = end
    while (
        at > first
        and tokens[at - 1].lower not in ROLES
        and (tags[at - 1] == "NNP" or tokens[at - 1].lower not in lexicon())
    ):
        at -= 1
    if at > first and at < end and tags[at - 1] in {"NN", "NNP"} and tokens[at - 1].lower in ROLES:
        return at if tags[at] in {"NNP", "NN", "NNS", "JJ"} else -1
    roles = [i for i in range(first, end - 1) if tokens[i].lower in ROLES and tags[i] != "NNP"]
    if roles and all(tags[i] == "NNP" for i in range(roles[-1] + 1, end)):
        return roles[-1] + 1
    return -1


def _breaks(tokens: Sequence[Token], tags: Sequence[str], at: int, noun: bool) -> bool:
    """Say whether a new phrase begins at a token that could be inside a noun phrase."""
    if tokens[at].kind == "date" or (noun and tokens[at].lower in DAY_NAMES):
        return True
    if not noun or tags[at - 1] in {"POS", "&"}:
        return False
    if tags[at] == "JJ" and tags[at - 1] == "CD":
        return bool(_YEAR.fullmatch(tokens[at - 1].text))
    if tags[at] == "JJ":
        return not (tags[at - 1] == "NNP" or (at + 1 < len(tags) and tags[at + 1] == "NNP"))
    if tags[at] == "CD":
        after = tags[at + 1] if at + 1 < len(tags) else "."
        return tags[at - 1] != "CD" and (
            after in NOUN_TAGS or bool(_YEAR.fullmatch(tokens[at].text))
        )
    return tags[at] == "''" and (at + 1 >= len(tags) or tags[at + 1] not in NOUN_TAGS)


def _is_lone_year(tokens: Sequence[Token], tags: Sequence[str], at: int) -> bool:
    """Say whether a token is the year of "In 1963 Cooke met …"."""
    return at > 0 and tags[at - 1] == "IN" and _YEAR.fullmatch(tokens[at].text) is not None


def _verb_phrase(tokens: Sequence[Token], tags: Sequence[str], at: int) -> Phrase | None:
    first, end, last = at, -1, ""
    stop = min(at + _LONGEST, len(tags))
    while at < stop:
        tag = tags[at]
        if tag in VERB_TAGS and _continues(last, tag, tokens[at - 1].lower if at else ""):
            end, last = at + 1, tag
        elif tag == "TO":
            if _leads(tags, at + 1) not in {"VB", "BE", "HAVE", "DO"}:
                break
            last = "TO"
        elif tag == "JJ" and last == "BE":
            if not _opens_verb(tags, at):
                break
        elif (tag == "RP" and end == at) or (tag == "NEG" and last):
            end = at + 1
        elif tag not in _ADVERBS:
            break
        at += 1
    return Phrase("VP", first, end) if end > 0 else None


def _opens_verb(tags: Sequence[str], at: int) -> bool:
    """Say whether an adjective links two verbs: "is best known", "is keen to sign"."""
    after = _leads(tags, at + 1)
    return after == "VBN" or (after == "TO" and _leads(tags, at + 2) in {"VB", "BE", "HAVE"})


def _continues(last: str, tag: str, before: str) -> bool:
    """Say whether a verb goes on with the group that ended in ``last``."""
    if last in {"", "MD", "DO", "TO"}:
        return True
    if last in {"BE", "HAVE"}:
        return tag in {"VBN", "VBG", "BE", "VBD", "VB"} or (last == "HAVE" and tag == "HAVE")
    return tag == "VBG" or (tag == "VBN" and before in {"got", "get", "gets", "getting"})


ROLES = frozenset(
    """man woman boy girl player actor actress singer president minister spokesman spokeswoman
    officer coach manager driver teacher teenager toddler striker midfielder defender goalkeeper
    captain judge lawyer doctor writer author leader father mother brother sister husband wife son
    daughter victim suspect official commander pilot artist director ace star boss founder owner
    chairman secretary governor senator congressman mayor playmaker winger forward keeper skipper
    footballer golfer champion presenter comedian musician guitarist drummer bassist vocalist
    producer composer author novelist poet journalist reporter editor professor scientist
    physicist chemist philosopher politician businessman entrepreneur designer model dancer
    character rapper chef jockey boxer referee attorney prosecutor detective inspector sergeant
    lieutenant colonel general king queen prince princess duke emperor pope bishop archbishop
    band singer team-mate teammate friend cousin nephew niece uncle aunt grandfather grandmother
    fiancee girlfriend boyfriend partner model mp""".split()
)


KIN = frozenset(
    """father mother brother sister husband wife son daughter friend cousin nephew niece uncle aunt
    grandfather grandmother fiancee girlfriend boyfriend partner""".split()
)
"""Roles of somebody to somebody else."""


def label(sentence: Sentence, first: int, last: int) -> str:
    """Return the canonical name of a noun phrase: no determiner, no quotation marks."""
    tokens, tags = sentence.tokens, sentence.tags
    if last - first > 2 and tokens[first + 1].lower == "of":
        first += 2 * (tokens[first].lower in QUANTIFIERS)
    kept = _TIME_POINTERS if tokens[last - 1].lower in TIMES else _DENIALS
    while (
        first < last - 1
        and tokens[first].lower not in kept
        and tags[first] in {"DT", "PRP$", "''", "RB", "CC"}
    ):
        first += 1
    while last > first + 1 and (tags[last - 1] == "''" or tokens[last - 1].text in {"'", "’"}):
        last -= 1
    words = sentence.text[tokens[first].start : tokens[last - 1].end]
    opens = first <= _OPENING and {"DT", "PRP$", "''"}.issuperset(tags[:first])
    if opens and tags[first] not in {"NNP", "CD"} and not words[1:2].isupper():
        words = words[0].lower() + words[1:]
    return tidy(words)


def tidy(words: str) -> str:
    """Undo the spaces and quotation marks of tokenised text.

    >>> tidy("sterling 's `` $ 2.6 m '' gift")
    "sterling's $2.6 m gift"
    """
    words = re.sub(r"(?<!\s)\s+(?=['’]\s?(?:s|S)\b)", "", words)
    words = re.sub(r"[\"“”„`*]+|''+|(?<![^\s(])['‘’]|(?<!s)['’](?!\w)", "", words)
    words = re.sub(r"(?<!\s)\s+(?=[,.;:!?)%])", "", words)
    words = re.sub(r"(?<=[$£€#(])\s+", "", words)
    words = re.sub(r"(?<=\d)\s+([-–])\s+(?=\d)", r"\1", words)
    return " ".join(words.replace("’", "'").split()).strip(" ,;:.-–—()'") or words.strip()
