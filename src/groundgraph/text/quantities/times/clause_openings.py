"""Where the clauses of a sentence begin: at marks, connectors and words that open clauses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundgraph.text.english.phrases import VERB_TAGS
from groundgraph.text.english.tagged import tagged_from
from groundgraph.text.quantities.times.denials import is_put_off
from groundgraph.text.quantities.times.phases import AHEAD_OF, PHASE_WORDS
from groundgraph.text.quantities.times.relations import (
    AFTER_SOMEBODY,
    CONNECTORS,
    OF_ENDS,
)
from groundgraph.text.vocabulary.small_words import DENIALS, DETERMINERS

if TYPE_CHECKING:
    from groundgraph.types import Span

_LONGEST = 4
"""Tokens of the longest connector."""
_NEAR = 10
"""Tokens behind "with" among which a phase is told."""
VERBS = VERB_TAGS - {"VBG"} | {"VBP"}
_PARTS = frozenset({";", ":", ".", ",", "(", ")", "–", "—", "and", "but", "or", "then"})
_OPENERS = frozenset(
    "while whereas as when whenever which who where because so although though that".split()
)
AT_THE_TIME = "at the time"
BESIDE = frozenset({"when", "whenever", "with", AT_THE_TIME})
"""Openers of clauses whose order the phases tell."""
ASIDE = frozenset("while as which who where because although though that".split())
"""Words of clauses that take no part in the course of what is told."""
_IN_TURN = {
    **dict.fromkeys(("took over from", "succeeded", "replaced", "takes over from"), 1),
    "in response to": 1,
    **dict.fromkeys(
        ("succeeded by", "replaced by", "gave way to", "made way for", "handed over to", "led to"),
        -1,
    ),
}
_NO_LINKS = {("behind",), *((word,) for word in OF_ENDS)}
_LINKS = {phrase: sign for phrase, sign in CONNECTORS.items() if phrase not in _NO_LINKS} | {
    tuple(phrase.split()): sign for phrase, sign in _IN_TURN.items()
}
"""What says of two things which came first: 1 where the second of them did."""
_FIRST = frozenset(phrase[0] for phrase in _LINKS)
LINKING = frozenset(piece for phrase in _LINKS for word in phrase for piece in word.split("-"))
LINKING -= frozenset("as by for from in not of on than the to up which".split())
"""Words of which each of these has one."""
_COMPARED = {"earlier": -1, "sooner": -1, "later": 1}
"""Comparatives before a noun and "than": "at a later date than"."""
_NO_LINK_BEFORE: dict[tuple[str, ...], frozenset[str]] = {
    ("ahead", "of"): AHEAD_OF,
    ("until",): frozenset({"later"}),
    ("till",): frozenset({"later"}),
    ("succeeded",): frozenset({"in"}),
    ("once",): frozenset({"again", "more", "a"}),
}
"""What links nothing where some words follow."""
_THAT = frozenset({"that", "which", "this", "then", "these"})
_WHOSE = frozenset("its their his her".split())
_TAKING_UP = frozenset({"after", "before", "following", "prior to"})
_IT = frozenset({"it", "them", "him", "her"})
_MARKS = frozenset({",", ".", ";", ":", ""})
_BEHIND_IT = _MARKS | frozenset("i you he she we they".split())
_BEHIND_AS = frozenset({"a", "an", "the", "early", "well", "soon", "many"})
_NO_CLAUSE = (["VBN"], ["JJ"], ["RB"], ["CD"])
"""What "as" leads to in "marked as deprecated"."""
_FOLLOWING = (("followed",), ("follows",))
_BEHIND_FOLLOWS = frozenset({"CD", "IN", "RB"})
_BEFORE_THEN = frozenset("until till by from since before".split())
_ONLY_BEFORE_NOUNS = frozenset({"following"})
_AT_A_TIME = {"at": frozenset({"time", "moment"}), "on": frozenset({"day", "date"})}
"""What leads to a clause beside which the phases tell the order: "at the time", "on the day"."""
_WENT_ON = ["went", "on", "to"]
NOUNS = frozenset({"NN", "NNS", "NNP"})
_SINCE = frozenset({"of", "after", "from", "following"})
OPENING = _FIRST | _PARTS | _OPENERS | {"by", "in", "with", "within", "than", *_AT_A_TIME}
"""What a part may begin with."""
_AUXILIARY = (["HAVE"], ["BE"], ["DO"], ["MD"])
_GOES_ON_NOUN = (["NN"], ["NNS"], ["NNP"], ["CD"], ["JJ"])
_OPENS_NOUN = (["DT"], ["PRP$"], ["NN"], ["NNS"], ["NNP"], ["CD"], ["JJ"])


@dataclass
class Part:
    """The tokens of a clause.

    Attributes:
        start: Index of the first.
        stop: Index after the last.
        opener: The connector or word that leads to it.
        way: 1 where it came before the clause it stands beside, -1 after it, 0 for neither.
        void: Whether it is denied, so that nothing is said.
        cue: 1 for "after that", -1 for "before that".
        more: The range of what else belongs to it.
    """

    start: int
    stop: int
    opener: str = ""
    way: int = 0
    void: bool = False
    cue: int = 0
    more: tuple[int, int] | None = None


class OpeningReader:
    """Reads where the clauses of one sentence begin.

    Attributes:
        start: From where in the text the places of its tokens are counted.
    """

    def __init__(self, text: str, span: Span) -> None:
        self.tokens, kinds, self.start = tagged_from(text, span)
        self.tags = [*kinds]
        self.lower = [token.lower for token in self.tokens]

    def opening(self, at: int) -> Part | None:
        """Return the part that begins at a token, if one does."""
        phrase = self._connector(at)
        if phrase is not None:
            return self._linked(at, *phrase)
        word, after = self.lower[at], self.word(at + 1)
        if word in _COMPARED and (behind := self._behind_than(at)):
            return Part(behind, behind, f"{word} than", way=_COMPARED[word])
        if (taken_up := self._taken_up(at)) is not None:
            return taken_up
        if word == "than" and self._is_hardly_before(at):
            return Part(at + 1, at + 1, word, way=-1)
        if word in _AT_A_TIME and self._is_at_the_time(at):
            behind = at + 3 + (self.word(at + 3) == "of")
            return Part(behind, behind, AT_THE_TIME)
        if word == "within" and (behind := self._behind_a_limit(at)):
            return Part(behind, behind, word, way=1)
        if word == "with" and self._tells_a_phase(at):
            return Part(at + 1, at + 1, word)
        if word == "that" and self.lower[:1] == ["it"] and self.lower[1:2] in (["was"], ["is"]):
            return Part(at + 1, at + 1, ",")  # "it was not until May that they met"
        if (word in _PARTS or word in _OPENERS) and not self._goes_on(at):
            next_up = word == "then" and after != ","
            next_up |= word == "and" and self.lower[at + 1 : at + 4] == _WENT_ON
            return Part(at + 1, at + 1, word, cue=int(next_up))
        return None

    def _taken_up(self, at: int) -> Part | None:
        """Return what "by then" and "in its wake" say of the clause that they stand in."""
        word, after = self.lower[at], self.word(at + 1)
        if word == "in" and after in _WHOSE and self.word(at + 2) == "wake":
            return Part(at + 3, at + 3, cue=1)
        return Part(at + 2, at + 2, cue=-1) if word == "by" and after == "then" else None

    def _linked(self, at: int, said: str, sign: int, behind: int) -> Part | None:
        """Return what a connector leads to; "after that" leads to the clause it stands in."""
        following = self.word(behind)
        if following in _MARKS:
            return None
        if following in _THAT and self.tags[at - 1 : at] in _AUXILIARY:
            return None  # "had until then been"
        if following in _IT and said in _TAKING_UP and self.word(behind + 1) in _BEHIND_IT:
            return Part(behind + 1, behind + 1, "", cue=sign)
        nominal = following != "then" and self.tags[behind + 1 : behind + 2] in _GOES_ON_NOUN
        if following in _THAT and self.word(behind + 1) != "time" and not nominal:
            return Part(behind + 1, behind + 1, "", cue=sign)
        denied = not DENIALS.isdisjoint(self.lower[self._begins() : at])
        if denied and said in {"until", "till"}:
            sign = 1
        elif denied and said == "before":
            sign = 1 if self.word(at - 1) == "not" or is_put_off(self.lower[:at]) else 0
        return Part(behind, behind, said, way=sign or -1, void=not sign)

    def _begins(self) -> int:
        """Return where a sentence begins behind a "no" that answers a question."""
        return 2 if self.lower[:1] == ["no"] and self.word(1) in _MARKS | {"–", "—"} else 0

    def _behind_than(self, at: int) -> int:
        """Return where "an earlier date than" ends, else 0."""
        near = self.lower[at + 2 : at + 2 + _LONGEST]
        end = near.index("than") if "than" in near else -1
        nouns = all(tag in NOUNS | {"IN"} for tag in self.tags[at + 1 : at + 2 + end])
        return at + 3 + end if end >= 0 and nouns else 0

    def _is_hardly_before(self, at: int) -> bool:
        """Say whether "than" leads to what came next: "no sooner had it failed than"."""
        return any(self.lower[i : i + 2] == ["no", "sooner"] for i in range(at))

    def _behind_a_limit(self, at: int) -> int:
        """Return where "within five days of" ends, else 0."""
        near = self.lower[at + 1 : at + 1 + _LONGEST]
        end = next((i for i, word in enumerate(near) if word in _SINCE), 0)
        return at + 2 + end if end > 1 and "CD" in self.tags[at + 1 : at + 1 + end] else 0

    def _is_at_the_time(self, at: int) -> bool:
        """Say whether "at the time" or "on the day of" leads to a clause or a noun."""
        times = self.word(at + 1) == "the" and self.word(at + 2) in _AT_A_TIME[self.word(at)]
        return times and self.word(at + 3) not in _MARKS | {"before", "after"}

    def _tells_a_phase(self, at: int) -> bool:
        """Say whether "with" opens a clause such as "with the hymn still to come"."""
        near = self.lower[at + 1 : at + 1 + _NEAR]
        near = near[: near.index(",")] if "," in near else near
        return not PHASE_WORDS.isdisjoint(near)

    def _goes_on(self, at: int) -> bool:
        """Say whether a mark or word ends no clause: "2,500", "said that", "as a", "from then"."""
        word, after = self.lower[at], self.word(at + 1)
        if word == "when" and at == 0 and self.lower[-1] == "?":
            return True
        if word == "that":
            return self.tags[at - 1 : at] not in (["NN"], ["NNS"])
        if word == "as":
            return after in _BEHIND_AS or self.tags[at + 1 : at + 2] in _NO_CLAUSE
        if word == "then":
            return self.word(at - 1) in _BEFORE_THEN if at else False
        if word == ".":
            return not after
        return word == "," and after.isdigit()

    def word(self, at: int) -> str:
        """Return a token in lower case, "" where there is none."""
        return self.lower[at] if at < len(self.lower) else ""

    def _connector(self, at: int) -> tuple[str, int, int] | None:
        """Return what connector stands at a token, its sign, and where it ends."""
        if self.lower[at] not in _FIRST:
            return None
        for size in range(_LONGEST, 0, -1):
            phrase = tuple(self.lower[at : at + size])
            if phrase not in _LINKS or len(phrase) < size:
                continue
            before, after = self.lower[at - 1] if at else "", self.word(at + size)
            if phrase[0] in _ONLY_BEFORE_NOUNS and (
                before in DETERMINERS or self.tags[at + size : at + size + 1] not in _OPENS_NOUN
            ):
                return None
            if phrase == ("once",) and not self.has_verb(at + 1, len(self.lower)):
                return None
            if self._leads_to_a_time(phrase, at + size) or after in _NO_LINK_BEFORE.get(phrase, ()):
                return None
            if before == "or" or (phrase == ("after",) and before in AFTER_SOMEBODY):
                return None
            if phrase[0] in {"after", "before"} and before == "the" and at > 1:
                return None
            turned = before in {"no", "not"} and phrase[-1] == "than"
            sign = _LINKS[phrase] * (-1 if turned else 1)
            return " ".join(phrase), sign, at + size
        return None

    def _leads_to_a_time(self, phrase: tuple[str, ...], behind: int) -> bool:
        """Say whether a time follows: "not later than ten days before", "Bo followed in May"."""
        tag = self.tags[behind] if behind < len(self.tags) else ""
        if phrase in _FOLLOWING:
            return not tag or tag in _BEHIND_FOLLOWS
        return phrase[-1] == "than" and tag == "CD"

    def has_verb(self, start: int, stop: int) -> bool:
        """Say whether a run of tokens has a verb of its own: "cited in May" has, "in May" not."""
        return not VERBS.isdisjoint(self.tags[start:stop])
