"""Sentences with the statements that a reader lists, for `evaluate_extractor`.

What `extractor_sentences.jsonl` holds: 300 rows of one or two sentences, written and annotated by
one person before any extractor was run on them. Its rules:

- A statement is a subject, a relation in base form with its preposition, and an object. Articles
  are left out; a pronoun is replaced by what it stands for, where the row says it. "we", "you" and
  "I" stay; a statement about "he" whom nobody named is none.
- The voice is undone where the agent is named: "B was sold by A" is A, sell, B. Without an agent
  it is "B, be sold to, C", or "B, be, sold" where nothing follows.
- Time, place and what other prepositions add are qualifiers of their statement. What belongs to a
  noun stays in it ("bridge over Orne"). One complement without an object is the object: "live in".
- Subjects, objects and verbs that "and" joins are split; "between A and B" and names are not.
- Appositions, roles before names, relative clauses, participles and possessives that name both
  ends ("Ann's brother, Bob") are statements of their own. Adjectives before a noun are not.
- "X is the N of Y" is X, be N of, Y; "the N of Y is 5" is Y, have N of, 5.
- A denied statement is ``negated``; one that is reported is ``said``; what may, can, must or
  shall be, or holds under a condition, is ``possible``. The condition itself is none.
- Questions, requests, headings without a verb, greetings and openings state nothing.
- ``optional`` is what readers may list or not: the act of saying, and aims. It counts neither way.
- Verbs without any object have "" for one. Triples can't state them; they are counted apart.
"""

from __future__ import annotations

import json
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from groundgraph.types import Triple

SENTENCES = Path(__file__).with_name("extractor_sentences.jsonl")


@dataclass(frozen=True)
class Stated:
    """A statement that a reader lists.

    Attributes:
        triple: Subject, relation, object; the object is "" where the verb has none.
        qualifiers: "time", "place" or a preposition, and what it adds.
        negated: Whether it is said not to be so.
        said: Whether it is only reported.
        possible: Whether it is only said to be possible, allowed, due or conditional.
        optional: Whether it counts neither for nor against an extractor.
    """

    triple: Triple
    qualifiers: tuple[tuple[str, str], ...] = ()
    negated: bool = False
    said: bool = False
    possible: bool = False
    optional: bool = False


@dataclass(frozen=True)
class Row:
    """A text with what it states."""

    text: str
    domain: str
    constructions: tuple[str, ...]
    stated: tuple[Stated, ...]

    @property
    def split(self) -> str:
        """The half that it is in, by the last bit of the CRC-32 of its text."""
        return "test" if zlib.crc32(self.text.encode()) & 1 else "dev"


def load_rows(split: str = "") -> list[Row]:
    """Return the annotated rows, of one half or of both."""
    lines = SENTENCES.read_text(encoding="utf-8").splitlines()
    rows = [_row(json.loads(line)) for line in lines]
    return [row for row in rows if not split or row.split == split]


def _row(row: dict[str, Any]) -> Row:
    stated = tuple(map(_stated, row["statements"]))
    return Row(row["text"], row["domain"], tuple(row["constructions"]), stated)


def _stated(row: dict[str, Any]) -> Stated:
    flags = {name: row.get(name, False) for name in ("negated", "said", "possible", "optional")}
    triple = Triple(row["subject"], row["relation"], row["object"])
    return Stated(triple, tuple(row.get("qualifiers", {}).items()), **flags)
