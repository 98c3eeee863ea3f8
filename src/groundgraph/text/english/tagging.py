"""Parts of speech by lexicon, suffix and neighbours; Penn Treebank names, a coarse choice.

A small closed vocabulary is written out here; ``lexicon.txt`` of `groundgraph.text.vocabulary`
holds the open one (its header says where it is from). A word that neither knows is judged by its
ending.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING

from groundgraph.text.vocabulary import lines
from groundgraph.text.vocabulary.irregular import UNCHANGED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.text.english.tokens import Token

_CLOSED_LINES = """
DT a an the this these those some any each every no another either neither both all such
PRP i you he she it we they me him us them himself herself itself themselves myself yourself
PRP someone everyone anyone everybody somebody nobody everything something anything nothing one
PRP$ my your his her its our their whose
MD will would can could may might must shall should ought 'll ca wo cannot
BE be is are was were been being am 's 're 'm
HAVE have has had having 've
DO do does did doing done
NEG not n't never
TO to
CC and or but nor & plus yet
IN of in on at by for from with into about against between during through over under among
IN within without across behind near since until upon along around toward towards onto beside
IN beyond despite like unlike above below inside outside throughout per via amid amongst off
IN following including alongside besides except opposite past aboard atop concerning regarding
IN as than before after
RP up out down away back
SUB because although though while whereas if unless once whether lest
WP who whom which
THAT that
WRB when where why how
WDT what whatever whoever whichever
RB also now then here there just only even still already again later often usually always
RB ago together apart once twice very too so quite rather almost nearly soon yesterday today
RB however therefore meanwhile instead otherwise perhaps maybe ever not else overall
RB previously currently recently formerly originally reportedly
CD two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
CD seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred
CD thousand million billion trillion dozen
JJ many more most other several few own same first last next new former second third
NN lot part number son daughter wife united forward
"""
_ADJECTIVES = tuple(
    """able ible ic ical ous ful less ish ary ese ian like most ional tional ial ual ent ant
    ive""".split()
)
_NOUNS = tuple(
    "ment ness tion sion ity ism ist ship ance ence age dom hood ure er or eer ess".split()
)
_SHORTEST_STEM = 3
_DOUBLED = 2
_MOST_ADVERBS = 6  # a bound keeps tagging linear on any text
FINITE = frozenset({"VBZ", "VBD", "BE", "HAVE", "DO", "MD"})
"""Tags of verbs that a subject may have, and of their helpers."""
_KNOWN = 1 << 14  # words of which is kept how they are tagged


def _closed() -> dict[str, str]:
    rows = (line.split() for line in _CLOSED_LINES.strip().splitlines())
    found: dict[str, str] = {}
    for tag, *words in rows:
        for word in words:
            found.setdefault(word, tag)
    return found


CLOSED = _closed()


@cache
def lexicon() -> dict[str, str]:
    """Return the open vocabulary; "NV" and "AV" are nouns and others that may be verbs."""
    rows = map(str.split, lines("lexicon.txt"))
    return {word: tag for tag, *words in rows for word in words}


def guess(word: str) -> str:
    """Return the tag of a lower-case word by its ending alone.

    >>> [guess(word) for word in ("brilliantly", "walking", "walked", "cities", "blog")]
    ['RB', 'VBG', 'VBN', 'NNS', 'NN']
    """
    if word.endswith("ly"):
        return "RB"
    if len(word) > 5 and word.endswith("ing"):
        return "VBG"
    if len(word) > 3 and word.endswith("ed"):
        return "VBN"
    if word.endswith(_ADJECTIVES) and not word.endswith(_NOUNS):
        return "JJ"
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return "NNS"
    return "NN"


def stems(word: str) -> list[str]:
    """Return the base forms that an inflected lower-case word may have, likeliest first.

    >>> stems("stopped"), stems("making"), stems("carries")
    (['stop', 'stopp', 'stoppe'], ['mak', 'make'], ['carry', 'carri', 'carrie'])
    """
    for suffix in ("ies", "ied"):
        if word.endswith(suffix):
            return [word[:-3] + "y", word[:-2], word[:-1]]
    for suffix in ("ing", "ed", "es", "s"):
        root = word.removesuffix(suffix)
        if root != word and len(root) >= 2:
            doubled = len(root) > _SHORTEST_STEM and root[-1] == root[-2] and root[-1] not in "sl"
            return [*([root[:-1]] if doubled else []), root, root + "e"]
    return [word]


@lru_cache(maxsize=_KNOWN)
def may_be_verb(word: str) -> bool:
    """Say whether a lower-case word is, or is a form of, a verb that the lexicon knows."""
    known = lexicon()
    return any(
        known.get(stem, "")[:1] == "V" or known.get(stem) in {"NV", "AV"}
        for stem in (word, *stems(word))
    )


@lru_cache(maxsize=_KNOWN)
def _is_only_verb(word: str) -> bool:
    return any(lexicon().get(stem) == "VB" for stem in stems(word))


def tags(sentence: Sequence[Token]) -> list[str]:
    """Return one tag per token.

    Marks are tagged by themselves (","), quotation marks "''", numbers and dates "CD", and a
    possessive "POS". A past form without auxiliary is "VBD" or "VBN" by what surrounds it.
    """
    headline = _is_headline(sentence)
    found = [
        _lower_tag(lower)
        if kind == "word" and text.islower()
        else _first_tag(text, kind, lower, number == 0 or headline)
        for number, (text, _, _, kind, lower) in enumerate(sentence)
    ]
    if len(found) > 1 and not headline and _opens_name(*sentence[:2]):
        found[0] = "NNP"
    _mend(sentence, found)
    return found


def _opens_name(first: Token, second: Token) -> bool:
    """Say whether a sentence begins with a name of two words, such as "Will Smith"."""
    capitals = all(token.kind == "word" and token.text[0].isupper() for token in (first, second))
    known = CLOSED.get(first.lower, "NN")
    return capitals and second.lower not in CLOSED and known in {"NN", "MD", "JJ", "RB"}


def _is_headline(sentence: Sequence[Token]) -> bool:
    """Say whether capitals carry nothing, as in a heading where every word has one."""
    long = 0
    for text, _, _, kind, lower in sentence:
        if kind == "word" and lower not in CLOSED:
            if not text[0].isupper():
                return False
            long += 1
    return long > 3


@lru_cache(maxsize=_KNOWN)
def _first_tag(text: str, kind: str, lower: str, capital_is_free: bool) -> str:
    if kind in {"date", "number"}:
        return "CD"
    if kind == "quote":
        return "''"
    if kind == "mark":
        return text
    if kind == "clitic":
        return "POS"
    if text[0].isupper() and text not in {"I", "A"}:
        known = lexicon().get(lower)
        named = lower not in CLOSED or lower == "may" or text.isupper()
        if not capital_is_free and named:
            return "NNP"
        if lower not in CLOSED and (known is None and guess(lower) in {"NN", "NNS", "JJ"}):
            return "NNP"
    return _lower_tag(lower)


@lru_cache(maxsize=_KNOWN)
def _lower_tag(lower: str) -> str:
    tag = CLOSED.get(lower) or lexicon().get(lower)
    if tag:
        return tag
    if "-" in lower:
        last = lower.rpartition("-")[2]
        if lower.startswith(("re-", "co-", "pre-")) and guess(last) == "VBN":
            return "VBN"
        return "JJ" if lower[0].isdigit() or guess(last) in {"VBN", "VBG", "JJ"} else "NN"
    return "CD" if lower[0].isdigit() else guess(lower)


def _mend(sentence: Sequence[Token], found: list[str]) -> None:
    """Settle the words that may be of several kinds, from left to right."""
    _mend_about(sentence, found)
    governed = False  # whether the clause has its verb
    for at, (_, _, _, _, lower) in enumerate(sentence):
        tag = found[at]
        if tag in _UNSETTLED or lower in _UNSETTLED_WORDS:
            tag = found[at] = _settled(sentence, found, at, governed=governed)
        if tag in _CLAUSE_MARKS or lower in SAID:
            governed = False
        governed = governed or tag in _GOVERNS


def _settled(sentence: Sequence[Token], found: list[str], at: int, *, governed: bool) -> str:
    """Return the tag of a token by what stands beside it."""
    token, tag = sentence[at], found[at]
    before = _skip_adverbs(found, at)
    after = found[at + 1] if at + 1 < len(found) else "."
    if tag in _OPEN:
        tag = _noun_or_verb(token.lower, tag, before, after)
        if governed and found[at] in {"NNS", "NV"} and before not in {"TO", "MD", "DO", "PRP"}:
            tag = {"VBZ": "NNS", "VB": "NN"}.get(tag, tag)
    elif tag == "POS":
        tag = _clitic(token, found, at, after)
    elif tag in {"VBD", "VBN"}:
        tag = _past(token.lower, tag, before, after)
    elif tag == "VBG" and before in _DETERMINERS:
        tag = "JJ" if after in _NOMINAL else "NN"
    elif tag in _FUNCTIONS:
        tag = _function_word(token.lower, tag, before, after)
    if tag in _BY_NEIGHBOURS or token.lower in UNCHANGED:
        return _by_neighbours(sentence, found, at, tag, before)
    return tag


def _by_neighbours(
    sentence: Sequence[Token], found: list[str], at: int, tag: str, before: str
) -> str:
    """Return the tag of a token that the words beside it settle."""
    lower = sentence[at].lower
    after = found[at + 1] if at + 1 < len(found) else "."
    if tag == "VBZ" and after in {"BE", "MD", "HAVE"} and before in _BEFORE_PLURAL:
        return "NNS"  # "side effects are"
    last = sentence[at - 1].lower if at else ""
    if tag == "VBZ" and last in _GOVERNING:
        return "NNS"  # "days of talks"
    if tag in {"VBD", "VBN"} and CLOSED.get(last) == "CD" and after == "NNS":
        return "JJ"  # "five failed attempts"
    if tag == "VBN" and last in _ARTICLES and after in FINITE:
        return "NN"  # "the set includes"
    if lower in UNCHANGED and before == "BE" and at + 1 < len(found):
        return "VBN" if sentence[at + 1].lower == "by" else tag  # "is run by"
    return tag


_OPEN = frozenset({"NV", "AV", "VB", "NN", "JJ", "NNS", "VBZ"})
_FUNCTIONS = frozenset({"THAT", "PRP$", "RP", "MD", "DT", "IN"})
_UNSETTLED = _OPEN | {"POS", "VBD", "VBN", "VBG", "MD"}
"""Tags that what stands beside a token may change."""
_UNSETTLED_WORDS = UNCHANGED | frozenset("that her following such no all both one".split())
"""Words of which that may be so whatever their tag."""
_GOVERNS = frozenset({"VBZ", "VBD", "BE", "MD"})
_BY_NEIGHBOURS = frozenset({"VBZ", "VBD", "VBN"})
"""Tags of which `_by_neighbours` may make another."""
_ARTICLES = frozenset({"the", "a", "an"})
_GOVERNING = frozenset("of for with by from into about between during against".split())
_BEFORE_PLURAL = frozenset({"^", "JJ", "NN", "CC", "CD", "IN", ","})


def _mend_about(sentence: Sequence[Token], found: list[str]) -> None:
    """Take "at least three" for an adverb and a number, and "at about three"."""
    numbers = [at for at, tag in enumerate(found) if at and tag == "CD"]
    for at in numbers:
        approximate = sentence[at - 1].lower in {"about", "around"}
        if approximate and (at == 1 or found[at - 2] in {"IN", "TO", "BE", ","}):
            found[at - 1] = "RB"
    for at in numbers:
        if at > 1 and (sentence[at - 2].lower, sentence[at - 1].lower) in _ABOUT:
            found[at - 2] = found[at - 1] = "RB"


_ABOUT = frozenset(
    {("at", "least"), ("at", "most"), ("more", "than"), ("less", "than"), ("up", "to")}
    | {("as", "many"), ("fewer", "than"), ("as", "much"), ("as", "high")}
)
_CLAUSE_MARKS = frozenset({"CC", ",", "WP", "THAT", "SUB", "WRB", "WDT", ";", ":", "''", "("})
_DETERMINERS = frozenset({"DT", "PRP$", "POS", "JJ", "CD"})
_NOMINAL = frozenset({"NN", "NNS", "NNP", "NV", "JJ", "CD"})
_OPENS_PHRASE = frozenset({"DT", "PRP$", "PRP", "CD", "NNP"})
_BEHIND_VERB = _OPENS_PHRASE | {"IN", "TO"}
_ADVERBS = frozenset({"RB", "NEG"})
_SUBJECTS = frozenset({"PRP", "NNP", "NN", "NNS", "WP", "''", ")"})


def _skip_adverbs(found: list[str], at: int) -> str:
    at -= 1
    stop = at - _MOST_ADVERBS
    while at >= 0 and at > stop and found[at] in _ADVERBS:
        at -= 1
    return found[at] if at >= 0 else "^"


def _clitic(token: Token, found: list[str], at: int, after: str) -> str:
    """Tell "John's car" from "it's late"."""
    tag = {"m": "BE", "re": "BE", "ve": "HAVE", "ll": "MD", "d": "MD"}.get(token.lower[1:])
    if tag:
        return tag
    if len(token.text) < _DOUBLED:
        return "POS" if at and found[at - 1] in {"NNS", "NNP"} else "''"
    if at and found[at - 1] in {"PRP", "WP", "WRB", "WDT", "THAT"}:
        return "HAVE" if after == "BE" else "BE"
    return "BE" if after in {"DT", "NEG", "VBG"} else "POS"


_NOUN_OF = {"NV": "NN", "AV": "JJ", "VB": "NN", "VBZ": "NNS"}
"""What a word is that may be a verb, where it is none."""


def _noun_or_verb(lower: str, tag: str, before: str, after: str) -> str:
    noun = _NOUN_OF.get(tag, tag)
    if before == "MD" and not lower.endswith("s"):
        return "VB"
    if not may_be_verb(lower):
        return "VB" if before == "TO" and after in {"DT", "PRP$", "PRP"} else noun
    if tag == "JJ" and before not in {"TO", "MD"}:
        return tag
    singular_s = lower.endswith("s") and not lower.endswith("ss")
    if singular_s and before not in {"DT", "PRP$", "POS"} and _is_only_verb(lower):
        return "VBZ"
    if before in {"TO", "MD", "DO"} and not singular_s:
        return "VB" if before != "TO" or after != "CD" else noun
    if before in _DETERMINERS or before in {"IN", "VB", "VBZ", "VBG", "BE"}:
        return noun
    if singular_s:
        return _singular_s(noun, tag, before, after)
    if before == "PRP" or (before in {"NNS", "WP"} and after in _BEHIND_VERB):
        return "VB"
    return "VB" if tag == "VB" else noun


def _singular_s(noun: str, tag: str, before: str, after: str) -> str:
    """Judge "plays", "works": a verb after a subject and before what a verb may govern."""
    if before in {"PRP", "WP", "THAT"}:
        return "VBZ"
    if before in _SUBJECTS and (after in _OPENS_PHRASE or after in {"TO", "THAT", "RP"}):
        return "VBZ"
    if before in {"NNP", "NN"} and tag == "VBZ":
        return "VBZ"
    return "VBZ" if before in {"CC", ","} and after in {"DT", "PRP$"} else noun


def _past(lower: str, tag: str, before: str, after: str) -> str:
    if before in {"BE", "HAVE"}:
        return "VBN"
    if before in {"DT", "PRP$", "POS"} or (before in {"IN", "JJ"} and after in _NOMINAL):
        return "JJ" if after in _NOMINAL else "VBN"
    if before in {"PRP", "WP"}:
        return "VBD"
    return "VBN" if after == "IN" and lower in STATIVE else tag


def _function_word(lower: str, tag: str, before: str, after: str) -> str:
    if lower == "that" and before in _SUBJECTS and after not in _NOMINAL:
        return "THAT"
    if lower == "that":
        return "DT" if after in {"NN", "JJ"} and before != "VBD" else "THAT"
    if lower == "her" and after not in _NOMINAL and after not in {"VBG", "RB", "VBN", "''"}:
        return "PRP"
    if tag == "RP" and after in {"DT", "PRP$", "CD", "NNP"} and lower in {"down", "up"}:
        return "RP"
    if tag == "MD" and before in {"DT", "PRP$"}:
        return "NN"
    if lower == "following":
        return "JJ" if before in {"DT", "PRP$"} else "IN"
    if lower == "such":
        return "IN" if after == "IN" else "DT"
    if lower in {"no", "all", "both", "one"} and after in {"IN", "."} and tag == "DT":
        return "PRP"
    return tag


SAID = frozenset(
    """say said says tell told add added believe believes believed claim claimed claims think
    thinks thought report reported reports announce announced admit admits admitted insist insists
    insisted hope hopes hoped reveal reveals revealed confirm confirmed confirms suggest suggests
    suggested know knows knew warn warned argue argued feel felt show shows showed mean means
    found find finds explain explained explains fear fears feared deny denied state
    stated""".split()
)
"""Verbs that a whole clause may follow."""

STATIVE = frozenset(
    """based located situated born called named known titled entitled headquartered set dated
    composed made comprised built aged involved accused suspected associated linked related
    owned held considered used directed written produced published founded killed given""".split()
)
"""Past participles that, before a preposition and without "was", describe what stands before."""
