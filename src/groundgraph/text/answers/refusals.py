"""Sentences that decline to answer: "I don't know.", "The context does not say.", "N/A".

A sentence declines where the writer of the answer, or the evidence as such, is said not to know or
not to tell. What the world does not know is a claim ("Nobody knows who built it."), and so is what
a person or a paper did not say. The rules look at the words at the beginning, and at the end, that
speak of nothing but asking, telling and the evidence (`OURS`): there must stand a negation, whom it
is about, and what is not told.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Sequence

NEGATIONS = frozenset(
    "not no n/a none never neither nothing cannot can't cant don't dont doesn't doesnt didn't "
    "isn't aren't wasn't weren't couldn't wouldn't won't haven't hasn't hadn't unable insufficient "
    "unknown unclear unspecified unavailable unanswerable unanswered unsure uncertain impossible "
    "missing absent lack lacks lacking fails fail failed silent beyond outside irrelevant "
    "unrelated inconclusive dunno decline refuse speculation speculate undetermined".split()
)
WANTING = frozenset("more further additional need needed required limited without please".split())
"""Words that count as a negation two at a time: "More context is needed." """
WRITER = frozenset("i we i'm i've i'd i'll my our".split())
EVIDENCE = frozenset(
    "passage passages context contexts text texts source sources document documents documentation "
    "doc docs article articles excerpt excerpts snippet snippets material materials data "
    "information info results paragraph paragraphs base".split()
)
WORLDLY = EVIDENCE - frozenset("passage passages context contexts excerpt excerpts docs".split())
"""Evidence that may be a thing of the world too: "The data does not include minors." """
GIVEN = frozenset(
    "provided given above retrieved supplied available attached structured search shared cited "
    "relevant following knowledge these those your".split()
)
PAST = frozenset("never didn't didnt".split())
PAST_DO = frozenset({"did"})
"""What the writer did not do says something of the world, unless it is about the evidence."""
KNOW = frozenset(
    "know say tell answer find determine help assist provide give confirm verify see locate "
    "identify offer comment guess conclude access browse recommend advise sure certain information "
    "info details data idea clue knowledge mention reference anything nothing context enough aware "
    "familiar found seen infer discuss passages passage able".split()
)
"""What the writer cannot do or does not have."""
TELL = frozenset(
    "say says mention mentions state states specify specifies indicate indicates tell tells answer "
    "answers explain explains discuss discusses describe describes address addresses detail "
    "details reveal reveals disclose clarify define elaborate go refer give gives provide provides "
    "make makes agree identify identifies".split()
)
"""What the evidence does not do."""
HOLD = frozenset(
    "include includes contain contains list lists cover covers offer offers name has have talk "
    "deal".split()
)
"""The same, of verbs that are also said of other things than texts."""
MUTE = frozenset("silent insufficient irrelevant unrelated inconclusive unclear lacks lack".split())
NOTION = frozenset(
    "information info detail details mention indication reference answer data context entry "
    "anything explanation specifics".split()
)
"""What there is none of."""
SAID = frozenset("mentioned stated specified indicated".split())
WRITTEN = SAID | frozenset(
    "addressed discussed described explained covered given provided included available found "
    "present listed disclosed detailed inferred determined clear shown named said reported "
    "contained defined answered missing absent unclear unknown unspecified unavailable".split()
)
ABOUT = frozenset(
    "about on regarding concerning of as for that whether how who whom whose what when where which "
    "why if".split()
)
CONCLUDE = frozenset("answer determine say tell calculate conclude know infer verify".split())
BE = frozenset("is are was were be been has have can could it's that's".split())
AROUND = BE | frozenset(
    "the a an this that these those it its this's they them there there's being had do does did "
    "would should may might must will shall to of in on from by for with within using based as at "
    "and or so but any all either each both other such same here over into upon me us you ones "
    "question questions asked ask asking query topic point matter subject request requested exact "
    "exactly specific specifically precise explicitly directly definitively definitive clearly "
    "really actually honestly simply truly even quite just currently very also still yet "
    "sufficient sufficiently possible extra only alone unfortunately regrettably sadly sorry "
    "afraid apologize apologise apologies apology regret inconvenience hmm well note therefore "
    "however thus hence since because necessary able language ai model assistant chatbot large "
    "virtual real time scope extend extends reviewing reading according rather like prefer "
    "respectfully good final brief reliable accurate correct full complete certainty confidence "
    "hold part figure figures entry first second third hand something evidence remains am falls "
    "record records system database "
    "fall applicable way knowing".split()
)
OURS = frozenset().union(
    NEGATIONS, WANTING, WRITER, EVIDENCE, GIVEN, KNOW, TELL, HOLD, NOTION, WRITTEN, ABOUT, AROUND
)
"""Words that speak of asking, telling and the evidence."""
ALONE = frozenset("n/a unknown unanswerable unspecified undetermined dunno unclear".split())
"""Answers of one word that decline; "None." and "Never." say something."""

_PUNCTUATION = str.maketrans({**dict.fromkeys('.,;:!?()[]{}"“”‘*_#|<>…–—-=+', " "), "’": "'"})
_HINTS = NEGATIONS | WANTING
_QUOTED = re.compile(r"\s*[\"“‘'][^\"”]*[\"”](?=.*\w)", re.DOTALL)
_SPOKEN = re.compile(r"(?<=\w )[\"“][^\"“”\n]{1,400}[\"”]")
_TURN = re.compile(
    r"[,;.]? but |[,;.] (?:however|although|though|yet|instead|so)\b,? |; ", re.IGNORECASE
)
_TOPIC = re.compile(r"(?:regarding|as for|concerning) [^,]{1,80}, ", re.IGNORECASE)
_CLAUSE = re.compile(r"[,(:]")
_NEAR = 4
_FAR = 7
_ASIDE = 3


@lru_cache(maxsize=4096)
def declines(sentence: str) -> bool:
    """Say whether a sentence declines to answer.

    >>> [declines(text) for text in ("The passages do not mention the fee.", "Not specified.")]
    [True, True]
    >>> [declines(text) for text in ("The contract does not mention a fee.", "Nobody knows why.")]
    [False, False]
    """
    if _HINTS.isdisjoint(_words(sentence)) or _QUOTED.match(sentence):
        return False
    sentence = _SPOKEN.sub("this", sentence)  # who is quoted declines for himself
    parts = _TURN.split(_TOPIC.sub("", sentence, count=1))
    while parts and _only_leads_in(parts[0]):
        parts.pop(0)  # "I'm sorry, but …"
    return (
        bool(parts)
        and _declines(parts[0])
        and all(len(_words(part)) <= _ASIDE or _declines(part) for part in parts[1:])
    )


def declined(sentence: str) -> Span | None:
    """Return the part that declines of a sentence that claims something beside it.

    >>> text = "The passages do not give the fee, but the shop opens at nine."
    >>> declined(text).of(text)
    'The passages do not give the fee, but '
    """
    if _HINTS.isdisjoint(_words(sentence)):
        return None
    turns = [*_TURN.finditer(sentence)]
    if len(turns) != 1 or _QUOTED.match(sentence):
        return None
    turn = turns[0]
    parts = sentence[: turn.start()], sentence[turn.end() :]
    said = [len(_words(part)) > _ASIDE and not _only_leads_in(part) for part in parts]
    before, after = map(_declines, parts)
    if before and said[1] and not after:
        return Span(0, turn.end())
    if after and said[0] and not before:
        return Span(turn.start(), len(sentence.rstrip(" .!")))
    return None


def _words(text: str) -> list[str]:
    return text.lower().translate(_PUNCTUATION).split()


def _only_leads_in(text: str) -> bool:
    words = _words(text)
    return _run(words) == len(words) and not _negations(words)


def _declines(text: str) -> bool:
    words = _words(text)
    run = _run(words)
    lead, _, rest = text.partition(", ")
    if words[:1] in (["if"], ["you"]) or (_words(rest)[:1] == ["you"] and _only_leads_in(lead)):
        return False
    if run == len(words):
        return _speaks_of_nothing_else(words)
    if _begins(words, run):
        return True
    clauses = _CLAUSE.split(text)
    while len(clauses) > 1 and _only_leads_in(clauses[0]):
        clauses.pop(0)  # "However, …"
    return len(clauses) == 1 and _ends(_words(clauses[0]))


def _run(words: Sequence[str]) -> int:
    """Return how many of the first words are of `OURS`."""
    return next((i for i, word in enumerate(words) if word not in OURS), len(words))


def _negations(words: Sequence[str]) -> list[int]:
    found = [i for i, word in enumerate(words) if word in NEGATIONS]
    wanting = [i for i, word in enumerate(words) if word in WANTING]
    return found or (wanting if len(wanting) > 1 else [])


def _speaks_of_nothing_else(words: Sequence[str]) -> bool:
    negations = _negations(words)
    if not negations:
        return False
    if len(words) == 1:
        return words[0] in ALONE
    if words[-1] == "no":
        return False  # "The answer is no."
    said = set(words)
    if said & (WRITER | EVIDENCE) or "answer" in said or "question" in said:
        return bool(said & (KNOW | TELL | HOLD | NOTION | WRITTEN | MUTE | {"scope", "relevant"}))
    first = words[negations[0]]
    bare = negations[0] == 0 and bool(said & (KNOW | WRITTEN | {"applicable"}) - {"available"})
    return bare or bool(said & (SAID | TELL | CONCLUDE)) or first in ALONE


def _begins(words: Sequence[str], run: int) -> bool:
    """Say whether it begins by declining, and goes on with what about: "I don't know who …"."""
    negations = _negations(words[:run])
    if not negations:
        return False
    at = negations[0]
    left, right = words[:at], words[at + 1 : run]
    return (
        _writer_does_not(left, words[at], right)
        or _evidence_does_not(left, words[at], right)
        or _no_evidence_does(words[at], right)
        or _there_is_no(words, at)
        or _it_is_not(words, at, right)
        or (not at and words[0] in {"unable", "cannot", "can't"} and _tries(right))
    )


def _writer_does_not(left: Sequence[str], negation: str, right: Sequence[str]) -> bool:
    if WRITER.isdisjoint(left):
        return False
    if negation in PAST or (negation in {"not", "no"} and not PAST_DO.isdisjoint(left)):
        return not (NOTION | EVIDENCE | ABOUT).isdisjoint(right[:_FAR])  # "didn't find a weapon"
    known = KNOW.intersection(right[:_FAR])
    if known == {"enough"}:
        return False  # "I don't have enough room for dessert."
    return bool(known) or not {"ai", "model"}.isdisjoint(left)


def _evidence_does_not(left: Sequence[str], negation: str, right: Sequence[str]) -> bool:
    known = EVIDENCE.intersection(left)
    if not known or "there" in left:
        return False
    if negation in MUTE or not NOTION.isdisjoint(right[:2]):
        return negation not in {"not", "no"} or not (TELL | HOLD).isdisjoint([*left, *right[:2]])
    if left[-1] == "that" and not TELL.isdisjoint(left):
        return False  # "The text says that no fee is due."
    worldly = known <= WORLDLY and GIVEN.isdisjoint(left)
    return not (TELL if worldly else TELL | HOLD).isdisjoint([*left, *right[:_NEAR]])


def _no_evidence_does(negation: str, right: Sequence[str]) -> bool:
    if negation not in {"none", "neither", "no", "nothing"} or EVIDENCE.isdisjoint(right[:_NEAR]):
        return False
    return not (TELL | HOLD).isdisjoint(right[1:])


def _there_is_no(words: Sequence[str], at: int) -> bool:
    """Say whether a notion is said to be missing, and then what it would be about."""
    near = range(at, min(at + _NEAR, len(words)))
    notions = [i for i in near if words[i] in NOTION and OURS.issuperset(words[at:i])]
    if words[at] == "nothing":
        notions = [at]
    if not notions:
        return False
    rest = words[notions[0] + 1 :]
    while rest and (rest[0] in BE or rest[0] in WRITTEN or rest[0] == "returned"):
        rest = rest[1:]
    if not rest or _to_conclude(rest) or _in_evidence(rest[:_FAR]):
        return True
    return rest[0] in ABOUT and (words[at] != "nothing" or "there" in words[:at])


def _to_conclude(words: Sequence[str]) -> bool:
    return words[0] == "to" and not CONCLUDE.isdisjoint(words[1:2])


def _it_is_not(words: Sequence[str], at: int, right: Sequence[str]) -> bool:
    """Say whether it reads "it is not stated …", or "it is unclear from the passages …"."""
    if not {"it", "it's", "that", "this"}.intersection(words[max(at - 2, 0) : at + 1]):
        return False
    if not SAID.isdisjoint(right[:2]):
        return "by" not in right[:_NEAR]
    if "possible" in right[:2] or words[at] == "impossible":
        return not CONCLUDE.isdisjoint(right[:_NEAR]) and _in_evidence(words)
    return (words[at] in WRITTEN or "clear" in right[:2]) and _in_evidence(words)


def _tries(right: Sequence[str]) -> bool:
    return not CONCLUDE.isdisjoint(right[:2])


def _ends(words: Sequence[str]) -> bool:
    """Say whether it ends by declining: "Her age is not mentioned in the text."."""
    own = words[len(words) - _run(words[::-1]) :]
    for at in _negations(own):
        places = [i for i in range(at, len(own)) if own[i] in WRITTEN]
        if places and (_in_evidence(own[places[0] :]) or (own[-1] in SAID and at >= 1)):
            return True
    return False


def _in_evidence(words: Sequence[str]) -> bool:
    """Say whether some words are "in the passages", "from the provided data" or the like."""
    return any(
        word in {"in", "from", "by", "within", "using", "on", "with"}
        and not EVIDENCE.isdisjoint(words[i + 1 : i + 1 + _NEAR])
        and OURS.issuperset(words[i + 1 : i + 2])
        for i, word in enumerate(words)
    )
