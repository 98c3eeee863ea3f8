"""What a question asks of its verb: its subject, or what stands behind it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundgraph.text.asked.question_words import DO, HAVE, clauses_within
from groundgraph.text.english.tagging import FINITE, lexicon
from groundgraph.text.vocabulary.small_words import BE, MODALS

if TYPE_CHECKING:
    from groundgraph.text.asked.question_words import Words

_COMPARATIVE = re.compile(r"[a-z]{3,}er|more|less|better|worse")
_MORE = frozenset(
    "more less fewer better worse faster longer earlier later lower further farther".split()
)
_LIKE_ADJECTIVE = ("ive", "ous", "ful", "able", "ible", "ent", "ant")
SUBORDINATE = frozenset("when while if because after before since until unless once".split())
_OF_TWO = frozenset(
    "called titled named renamed known given awarded paid shown taught told".split()
)
"""Participles that something may follow: "called the Elm"."""
_ABOUT = frozenset("about around over under".split())
UNCHANGED = frozenset("cast put cut set hit shut let read cost hurt split spread bid shed".split())
"""Participles that look like nouns and base forms."""
_IN_TIME = frozenset(
    """pay return reply respond apply cancel claim complain appeal object report file submit notify
    tell decide register book redeem exchange send settle""".split()
)
"""What one has a time to do in."""
_BEHIND_HAVE = frozenset({"VBN", "VBD", "BE"})


def is_comparative(words: str) -> bool:
    """Say whether words compare: "older", "more expensive"; "paper" and "more money" do not."""
    first, _, rest = words.partition(" ")
    if rest:
        known = lexicon().get(rest, "")
        return first in {"more", "less"} and (known == "JJ" or rest.endswith(_LIKE_ADJECTIVE))
    return first in _MORE or (first.endswith("er") and lexicon().get(first) == "JJ")


def opens_clause(words: Words, at: int) -> bool:
    """Say whether a word opens a clause, as "once" of "at once" does not."""
    at_once = words.lower(at) == "once" and words.lower(at - 1) == "at"
    return words.lower(at) in SUBORDINATE and not at_once


def is_compound(words: Words, at: int) -> bool:
    """Say whether a name and a noun are one subject: "What was Orvo | revenue in 2023?"."""
    return words.tag(at - 1) == "NNP" and words.tag(at) == "NN" and words.tag(at + 1) == "IN"


def names_itself(words: Words, verb: int, word: str) -> bool:
    """Say whether a participle tells of what is asked: "Who was the first woman elected to it?".

    "What was the ship called in 1900?" asks for what follows the participle.
    """
    end = len(words.tokens)
    if words.lower(verb + 1) == "the" and words.lower(verb + 3) == "time":
        return end > verb + 4  # "When was the last time it flooded?"
    if word not in {"who", "what"}:
        return False
    at = next((n for n in range(verb + 3, end - 2) if words.tag(n) == "VBN"), 0)
    if not at or words.tag(verb + 1) != "DT" or words.tag(end - 1) in {"IN", "TO", "RP"}:
        return False
    behind = words.tag(at + 1) in {"IN", "TO"} and words.tag(at + 2) not in {"IN", "TO", "VB"}
    given = words.lower(at) not in _OF_TWO or words.lower(at + 1) == "to"
    return behind and given and words.tag(at - 1) in {"NN", "NNS"}


def owns(words: Words, verb: int) -> bool:
    """Say whether "has" is the verb itself: "which film has the director who died first"."""
    if words.lower(verb) not in HAVE or words.tag(verb + 1) == "PRP":  # "how many has she?"
        return False
    end = len(words.tokens)
    told = clauses_within(words, verb + 1)
    first = told.first or end
    joined = (n for n in range(verb + 1, first) if words.tag(n) == "CC")
    first = next((n for n in joined if words.tag(n + 1) in FINITE), first)
    behind = words.tags[verb + 1 : first]
    behind += words.tags[told.last :] if told.last else []
    return _BEHIND_HAVE.isdisjoint(behind) and behind[-1:] != ["HAVE"]


def asks_for_subject(words: Words, verb: int, word: str, link: str) -> bool:
    """Say whether what is asked for is who does it: "Who was elected?", "What has caused it?"."""
    if word in {"where", "when", "why"} or (word == "how" and verb < 2):
        return False
    if link and link not in _ABOUT:  # "In which group were falls more common?"
        return False
    if words.lower(verb) in BE and words.lower(verb + 1) in UNCHANGED:
        return True  # "How many votes were cast?"
    follows = words.tag(verb + 1)
    if words.lower(verb) in DO:
        return False
    if verb + 2 == len(words.tokens) and _COMPARATIVE.fullmatch(words.lower(verb + 1)):
        return True
    if follows in {"VBN", "VBG", "VBD", "JJ", "NEG", "BE", "IN", "TO", "RP"}:
        return True
    if follows == "RB":
        return words.lower(verb + 1) != "there" and words.tag(verb + 2) in {
            "VBN",
            "VBG",
            "JJ",
            "IN",
        }
    return words.lower(verb) in MODALS and follows in {"VB", "BE", "HAVE"}


def has_time(words: Words, said: str, behind: int) -> bool:
    """Say whether a time is had for something: "How long do I have | to pay?", not "to wait"."""
    return said in HAVE and words.tag(behind) == "TO" and words.lower(behind + 1) in _IN_TIME
