"""The "it" that stands for nothing: "it rained", "it is clear that …", "it was wise to …"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundgraph.text.english.phrases import TIMES
from groundgraph.text.vocabulary.small_words import BE

if TYPE_CHECKING:
    from groundgraph.text.english.phrases import Sentence

EMPTY = "empty it"
"""The pronoun that such an "it" is read as; it stands for nothing that was named."""
_BE = BE | {"'s"}
_BEFORE_VERB = _BE | frozenset(
    """has had have will would may might can could must should did does do not n't never always
    often rarely seldom sometimes also still only even just then first soon""".split()
)
_WEATHER = frozenset("rain snow drizzle sleet thunder".split())
_WEATHER |= {form for verb in _WEATHER for form in (f"{verb}s", f"{verb}ed", f"{verb}ing")}
_WEATHER |= {"drizzled", "drizzling"}
_ALSO_OF_THINGS = frozenset(
    "hail hails hailed hailing freeze freezes froze freezing thaw thaws thawed thawing".split()
)
_ENDS = frozenset(". , ; : ! ? and but or so heavily hard again at on in for during".split())
"""What stands behind verbs of things that have no object: "it hailed at noon"."""
_JUDGED = frozenset(
    """important necessary possible impossible essential vital crucial advisable wise unwise
    sensible customary unlawful illegal permitted forbidden""".split()
)
"""What is said of doing something, and never of a thing and what it does."""
_SO = frozenset({"so", "such"})
_LONGEST = 4


def is_empty_it(sentence: Sentence, at: int) -> bool:
    """Say whether the "it" at a place stands for nothing that was named."""
    return sentence.tokens[at].lower == "it" and (
        _of_weather(sentence, at + 1) or _of_a_clause(sentence, at + 1)
    )


def _of_weather(sentence: Sentence, at: int) -> bool:
    lowers = [token.lower for token in sentence.tokens[at : at + _LONGEST + 2]]
    verb = next((n for n, word in enumerate(lowers) if word not in _BEFORE_VERB), len(lowers))
    if verb >= len(lowers) or verb > _LONGEST:
        return False
    if not _BE.isdisjoint(lowers[:verb]) and not lowers[verb].endswith("ing"):
        return False  # "it was hailed as a success"
    if lowers[verb] in _WEATHER:
        return True
    return lowers[verb] in _ALSO_OF_THINGS and _ENDS.issuperset(lowers[verb + 1 : verb + 2])


def _of_a_clause(sentence: Sentence, at: int) -> bool:
    """Say whether "is clear that" and a clause, or "was wise to" and a verb, stand at a place."""
    tokens, tags = sentence.tokens, sentence.tags
    lowers = [token.lower for token in tokens[at : at + _LONGEST + 3]]
    first = next((n for n, word in enumerate(lowers) if word not in _BEFORE_VERB), len(lowers))
    if _BE.isdisjoint(lowers[:first]):
        return False
    ends = (n for n in range(first + 1, len(lowers) - 1) if lowers[n] in {"that", "to"})
    end = next(ends, None)
    if end is None or not _SO.isdisjoint(lowers[first:end]):
        return False
    said, after = at + end - 1, at + end + 1
    if lowers[end] == "to":
        return lowers[end - 1] in _JUDGED and tags[after].startswith("VB")
    within = tags[at + first : said]
    return (
        tags[said] in {"JJ", "VBN", "VBD"}
        and all(tag.startswith("RB") for tag in within)
        and lowers[end + 1] not in TIMES
    )
