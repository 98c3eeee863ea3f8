"""The words of a question, and where its subject ends and its verbs stand."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.english.phrases import Phrase, phrases
from groundgraph.text.english.tagging import FINITE, lexicon, may_be_verb
from groundgraph.text.vocabulary.small_words import BE, MODALS

if TYPE_CHECKING:
    from groundgraph.text.english.tokens import Token

RELATIVES = frozenset({"that", "which", "who", "whom", "whose", "where"})
"""Words that open a clause within a subject, which has a verb of its own."""
DO = frozenset("do does did".split())
HAVE = frozenset("has have had".split())
AUXILIARIES = BE | DO | HAVE | MODALS
_BASES = frozenset("be have do".split())
_SUBJECT_ENDS = frozenset({"NN", "NNS", "NNP", "PRP", "CD", "POS", "RB", "''", ")", "."})
"""Tags behind which a subject may end; the stop is that of "Ltd."."""
_ADVERBS = frozenset("first last ever also still likely probably really".split())
_DEGREES = frozenset({"more", "less"})
MANY = frozenset("people police children men women staff".split())
_VERBS = FINITE | {"VBN"}
_OFFICES = frozenset(
    """ceo cfo coo cto mp mep king queen president mayor chancellor governor chairman chair
    director head leader captain minister""".split()
)
_STATES = frozenset(
    "office power prison jail hospital use charge exile service print production orbit".split()
)
"""What somebody or something is in for a time."""
_LEADING = frozenset("prime vice deputy chief first lord managing".split())
"""Words before an office that are of it."""


class Words(NamedTuple):
    """The words of a question, from left to right, without its question mark."""

    text: str
    tokens: list[Token]
    tags: list[str]

    def lower(self, at: int) -> str:
        """Return a word in small letters, "" behind the last."""
        return self.tokens[at].lower if at < len(self.tokens) else ""

    def tag(self, at: int) -> str:
        """Return the tag of a word, "." where there is none."""
        return self.tags[at] if 0 <= at < len(self.tags) else "."

    def until(self, end: int) -> Words:
        """Return the words before one."""
        text = self.text[: self.tokens[end - 1].end]
        return Words(text, self.tokens[:end], self.tags[:end])

    def between(self, first: int, last: int) -> str:
        """Return the words from one up to another as written."""
        if first >= last:
            return ""
        return self.text[self.tokens[first].start : self.tokens[last - 1].end]


def first_verb(words: Words, start: int) -> int | None:
    """Return where the first verb stands, from a word on."""
    for at in range(start, len(words.tokens)):
        if words.lower(at) in AUXILIARIES:
            return at
        noun = (
            at + 1 < len(words.tokens) and words.lower(at + 1) in AUXILIARIES
        )  # "which films did"
        if words.tag(at) in {"VBD", "VBZ"} and not noun:
            return at
        if at > start and words.tag(at) == "VBN" and words.tag(at - 1) in _SUBJECT_ENDS:
            return at
    plural = [at for at in range(start, len(words.tokens)) if words.tag(at) == "VB"]
    counted = words.lower(start - 1) in {"many", "much"}
    if may_be_verb(words.lower(start) or "-") and not counted:  # "What causes it?", read as a noun
        plural.append(start)
    for at in range(start + 1, len(words.tokens) - 1):  # "How many staff work in Graz?"
        behind = words.tag(at + 1) in {"IN", "TO", "RP", "DT", "NNP", "PRP", "EX", "RB"}
        behind = behind or words.lower(at + 1) in {"there", "here"}
        many = words.lower(at - 1) in MANY
        subject, behind = many or words.tag(at - 1) in _SUBJECT_ENDS, many or behind
        if behind and subject and may_be_verb(words.lower(at)):
            plural.append(at)
    return plural[0] if plural else None


def subject_end(words: Words, start: int, auxiliary: str, *, polar: bool) -> int | None:
    """Return where the subject of a question ends that its auxiliary stands before."""
    if words.lower(start) == "there" or words.tag(start) == "PRP":
        return start + 1
    if auxiliary in BE and words.tag(start) == "VBG" and words.tag(start + 1) in _SAID_OF_DEEDS:
        return start + 1  # "Is | shipping | free for members?"
    told = clauses_within(words, start)
    find = _base_verb if auxiliary in DO | MODALS else _predicate
    before = words.until(told.first) if told.last else words
    verb = find(before, start, 0)
    verb = find(words, start, told.last) if verb is None and told.last else verb
    if verb is not None or auxiliary in DO | MODALS:
        return verb
    if polar and not told.last:
        return _noun_end(words, start)
    return _name_end(words, start) if auxiliary in BE else len(words.tokens)


_SAID_OF_DEEDS = frozenset({"JJ", "VBN", "VBD"})


class _Clauses(NamedTuple):
    """Where clauses within a subject begin, and where the last of their verbs ends, or 0 and 0."""

    first: int
    last: int


def clauses_within(words: Words, start: int) -> _Clauses:
    """Find clauses that tell of a subject, whose verbs are not the question's.

    "the firm that bought Acme", "the museum that Ana founded"
    """
    first = end = 0
    for at in range(start + 1, len(words.tokens)):
        if words.lower(at) not in RELATIVES or (words.lower(at) == "that" and is_linked(words, at)):
            continue
        first = first or at
        verbs = (v for v in range(max(at + 1, end), len(words.tokens)) if words.tag(v) in _VERBS)
        end = next(verbs, len(words.tokens) - 1) + 1
        while words.tag(end - 1) in {"BE", "HAVE", "MD", "DO"} and words.tag(end)[:2] in {
            "VB",
            "BE",
        }:
            end += 1
    return _Clauses(first, end)


def is_linked(words: Words, at: int) -> bool:
    """Say whether a preposition stands before a word."""
    return words.tag(at - 1) in {"IN", "TO"}


def _name_end(words: Words, start: int) -> int:
    """Return where a name ends that a noun is said of: "Tom Berg | mayor of Ulvik"."""
    at = start
    while words.tag(at) == "NNP":
        at += 1
    is_said = at > start and words.tag(at) == "NN" and words.tag(at + 1) == "IN"
    if at > start and words.lower(at) in _LEADING and words.lower(at + 1) in _OFFICES:
        return at  # "Tom Berg | prime minister of Ulvik"
    office = at - 1  # "Tom Berg | CEO of Ulvik"
    while office > start and words.lower(office - 1) in _LEADING:
        office -= 1
    if start < office < at < len(words.tokens) and words.lower(at - 1) in _OFFICES:
        return office if words.tag(at) == "IN" else len(words.tokens)
    return at if is_said else len(words.tokens)


def _base_verb(words: Words, start: int, told: int) -> int | None:
    places = [
        at
        for at in range(max(start + 1, told), len(words.tokens))
        if at == told
        or words.tag(at - 1) in _SUBJECT_ENDS
        or (at == start + 1 and words.tag(start) in {"VBG", "VB"})  # "does | water | boil"
        or words.lower(at - 1) in _ADVERBS
    ]
    found = [at for at in places if _is_base(words, at)]
    found = [at for at in found if not _is_counted(words, start, at)] or found
    small = [at for at in found if words.tokens[at].text[0].islower()]
    found = small or found  # "First National Bank | open"
    several = start + 1 if words.tag(start) == "NNS" and words.lower(start - 1) != "does" else 0
    sure = [
        at for at in found if at == several or words.tag(at) == "VB" or words.lower(at) in _BASES
    ]  # "Do plants | need light?"
    closing = [at for at in found if words.tag(at + 1) not in {"NN", "NNS", "NNP"}]
    liking = (at for at in places if words.tokens[at].text == "like" and _likes(words, at))
    return next(iter(sure or closing or found or liking), None)


def _is_counted(words: Words, start: int, at: int) -> bool:
    """Say whether an article and a number stand before a word: "the 1998 champion"."""
    return at == start + 2 and words.tag(start) == "DT" and words.tag(start + 1) == "CD"


def _likes(words: Words, at: int) -> bool:
    """Say whether "like" is no preposition: "a house like this"."""
    return words.lower(at + 1) not in {"this", "that", "these", "those"}


def _is_base(words: Words, at: int) -> bool:
    lower = words.lower(at)
    if lower in _BASES:
        return True
    known = lexicon().get(lower, "")
    return words.tag(at) == "VB" or (known[:1] == "V" or known in {"NV", "AV"})


def _predicate(words: Words, start: int, told: int) -> int | None:
    """Return the participle or adjective that "is", "was", "has" go with, behind the subject."""
    for at in range(max(start + 1, told), len(words.tokens)):
        tag, before = words.tag(at), words.tag(at - 1)
        adverb = at - 1 > start and (before == "RB" or words.lower(at - 1) in _ADVERBS)
        if before not in _SUBJECT_ENDS and not adverb and at != told:
            continue
        if _is_said_of(words, start, at, told):
            return at
        if tag in {"VBN", "VBG", "VBD", "BE"} or (tag == "JJ" and _closes(words, at)):
            return at - 1 if adverb and words.tag(at - 2) in _SUBJECT_ENDS else at
    return None


def _is_said_of(words: Words, start: int, at: int, told: int) -> bool:
    """Say whether what is said of a subject begins with a word that is neither verb nor adjective.

    "Is the kettle | more expensive?", "How long was the mayor | in office?"
    """
    word, following = words.lower(at), words.lower(at + 1)
    if word == "in":
        return following in _STATES and words.tag(at + 2) in {".", "IN"}
    if word == "the":
        return _is_highest(words, at + 1)
    if word in _DEGREES:
        return words.tag(at + 1) == "JJ" or (following == "than" and at != told)
    return set(words.tags[start:at]) == {"NNP"} and _is_doing(words, at)


def _is_highest(words: Words, at: int) -> bool:
    return words.tag(at) == "JJ" and words.lower(at).endswith("est") and _closes(words, at)


def _is_doing(words: Words, at: int) -> bool:
    """Say whether the last word, read as a noun, tells what somebody does: "Ana | teaching"."""
    last = at + 1 == len(words.tokens) and words.tag(at) == "NN"
    return last and words.lower(at).endswith("ing") and may_be_verb(words.lower(at))


def _closes(words: Words, at: int) -> bool:
    return words.tag(at + 1) in {".", "IN", "TO", "CC", "RB", ",", "SUB", "WRB", "CD", "DT"}


def _noun_end(words: Words, start: int) -> int | None:
    """Return where the first noun phrase ends, with those that "and" or "or" joins to it."""
    found = {p.first: p for p in phrases(words.tokens, words.tags) if p.first >= start}
    last = next(iter(found.values()), None)
    if last is None or last.kind != "NP":
        return None
    end = _closed(words, last.last)
    while words.tag(end) == "CC" and (joined := found.get(end + 1)) and joined.kind == "NP":
        last, end = joined, _closed(words, joined.last)
    if end < len(words.tokens):
        return end
    return _beside_owner(words, last) or _two_nouns(words, last)


def _closed(words: Words, end: int) -> int:
    """Return where a noun phrase ends with its stop and brackets: "Tarn Ltd.", "Ada (1987)"."""
    end += words.tag(end) == "." and end < len(words.tokens)
    if words.tag(end) == "(" and ")" in words.tags[end:]:
        return words.tags.index(")", end) + 1
    return end


def _beside_owner(words: Words, phrase: Phrase) -> int | None:
    """Return where the subject ends of "Judit Varga Emil Varga's mother", read as one phrase.

    So of "Emil Varga's mother Judit Varga". Of two names alike in length each has its half.
    """
    tags = words.tags[: phrase.last]
    if "POS" not in tags[phrase.first :]:
        return None
    owner = tags.index("POS", phrase.first)
    behind = tags[owner + 1 :]
    if "NNP" in behind[1:]:
        return owner + 1 + behind.index("NNP", 1)
    named = owner
    while named > phrase.first and tags[named - 1] == "NNP":
        named -= 1
    if len(behind) != 1 or named == owner:
        return None
    half, uneven = divmod(owner - named, 2)
    return named if named > phrase.first else None if uneven else named + half


def _two_nouns(words: Words, phrase: Phrase) -> int | None:
    """Return where "Ana and Ben" ends in "Ana and Ben siblings", read as one phrase."""
    for at in range(phrase.last - 1, phrase.first, -1):
        if words.tag(at - 1) == "NNP" and words.tag(at) in {"NN", "NNS", "CD"}:
            return at
    lone = phrase.last - 1  # "the jacket waterproof": an adjective that is not known
    return lone if lone - phrase.first >= 1 + (words.tag(phrase.first) == "DT") else None
