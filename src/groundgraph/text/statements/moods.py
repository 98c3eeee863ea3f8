"""What a verb group says of its event: which verb it is, whether it is denied, how sure it is."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Literal

from groundgraph.text.bounds import only_limits
from groundgraph.text.english.lemmas import lemma
from groundgraph.text.english.phrases import VERB_TAGS
from groundgraph.text.statements.lexicon import particles

if TYPE_CHECKING:
    from groundgraph.text.english.phrases import Phrase, Sentence

    Stage = Literal["", "ahead", "done"]

_NEVER = frozenset({"never", "nowhere"})
_LIMITING = frozenset({"no", "not", "never", "cannot", "n't"})
"""Denials that may only limit an amount, see `bounds`."""
_UNABLE = frozenset({"cannot", "unable"})
_FAILING = frozenset({"fail", "refuse", "decline", "neglect", "forget", "cease", "stop"})
_DENYING = frozenset({"deny", "doubt", "dispute", "refute", "disprove", "question", "evidence"})
_AHEAD = frozenset({"will", "'ll", "wo", "shall", "would", "'d"})
_PAST = frozenset({"was", "were", "had", "did"})
_REACH, _FAR = 5, 12


def lemma_of(sentence: Sentence, verb: Phrase) -> str:
    """Return the base form with a particle that makes another relation of it."""
    words = sentence.tokens
    base = lemma(_head(sentence, verb))
    wanted = particles().get(base, frozenset())
    for at in range(verb.last - 1, min(verb.last + _REACH, len(words))):
        if words[at].lower in wanted and _is_particle(sentence, at, verb):
            return f"{base}_{words[at].lower}"
    return base


def _head(sentence: Sentence, verb: Phrase) -> str:
    """Return the verb that a group is about: "rule" of "did not rule out closing"."""
    words, tagged = sentence.tokens, sentence.tags
    for at in range(verb.first + 1, verb.last - 1):
        if tagged[at] == "RP" and tagged[at - 1] in {"VB", "VBD", "VBZ"}:
            return words[at - 1].lower
    return next(words[at].lower for at in range(verb.last - 1, -1, -1) if tagged[at] in VERB_TAGS)


def _is_particle(sentence: Sentence, at: int, verb: Phrase) -> bool:
    """Tell "passed it on to" from "passed it on Friday"."""
    words = sentence.tokens
    lower, after = words[at].lower, words[at + 1].lower if at + 1 < len(words) else "."
    if lower in {"to", "for", "against"}:
        return at <= verb.last
    return lower != "on" or after in {"to", "by"} or not after[0].isalnum()


def mood_of(sentence: Sentence, verb: Phrase | None) -> tuple[bool, str]:
    """Return whether a verb group is negated, and its modal."""
    if verb is None:
        return False, ""
    words, tagged = sentence.tokens, sentence.tags
    start = max(0, verb.first - 2)
    lowers = [token.lower for token in words[start : verb.last]]
    inside = [
        (words[at].lower, tagged[at])
        for at in range(verb.first, verb.last)
        if not only_limits_at(sentence, at)
    ]
    negations = len([1 for word, tag in inside if tag == "NEG" or word in _NEVER])
    negations += "no" in lowers and ("no", "longer") in pairwise(lowers)
    verbs = [lemma(word) for word, tag in inside if tag[:1] == "V"]
    negations += not _FAILING.isdisjoint(verbs[:-1])
    negations += not _UNABLE.isdisjoint([word for word, _ in inside])
    modal = next((word for word, tag in inside if tag == "MD"), "")
    return negations % 2 == 1, _modal(sentence, verb, modal)


def stage_of(sentence: Sentence, verb: Phrase | None) -> Stage:
    """Say whether a verb group tells what lies ahead ("will rule"), or what was, or was not, done.

    "Has not ruled" and "is not open yet" tell of what was not done so far.
    """
    if verb is None:
        return ""
    words, tagged = sentence.tokens, sentence.tags
    inside = range(verb.first, verb.last)
    if any(tagged[at] == "MD" and words[at].lower in _AHEAD for at in inside):
        return "ahead"
    first = next((at for at in inside if tagged[at] in VERB_TAGS), verb.first)
    perfect = tagged[first] == "HAVE" and verb.last - first > 1
    past = tagged[first] == "VBD" or words[first].lower in _PAST
    around = [token.lower for token in words[verb.first : verb.last + _FAR]]
    return "done" if perfect or past or "yet" in around else ""


def only_limits_at(sentence: Sentence, at: int) -> bool:
    """Say whether a word is "not" of "does not weigh more than 3"."""
    words = sentence.tokens
    if words[at].lower not in _LIMITING:
        return False
    start = words[0].start
    written = sentence.text[start : words[-1].end]  # shorter to read than the whole passage
    return only_limits(written, words[at].start - start, words[at].end - start)


def _modal(sentence: Sentence, verb: Phrase, found: str) -> str:
    """Return how sure a verb is said to be: its modal, "to", "denied", or ""."""
    if _is_denied(sentence, verb.first):
        return "denied"
    planned = "to" if "TO" in sentence.tags[verb.first : verb.last] else ""
    modal = "" if found in {"will", "'ll", "shall", "wo"} else found
    return {"ca": "can", "could": "can", "cannot": "can"}.get(modal, modal) or planned


def _is_denied(sentence: Sentence, first: int) -> bool:
    """Say whether a verb of denial stands before another in its sentence: "denied that …"."""
    before = sentence.tokens[max(0, first - _FAR) : max(0, first - 1)]
    return not _DENYING.isdisjoint([lemma(word.lower) for word in before if word.kind == "word"])
