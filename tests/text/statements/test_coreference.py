"""What pronouns stand for, and whose a deed is."""

from __future__ import annotations

import pytest

from groundgraph.text.statements import judge_statements
from groundgraph.text.statements.coreference import gender
from groundgraph.text.statements.evidence import Texts

MEANT = [
    ("Anna Petrov met Luis Moya. She moved to Oslo.", "move", "petrov"),
    ("Anna Petrov met Luis Moya in Madrid. He moved to Oslo.", "move", "moya"),
    ("Linnea Oscar met Luis Moya. She moved to Oslo.", "move", "oscar"),
]


@pytest.mark.parametrize(("text", "lemma", "meant"), MEANT)
def test_a_pronoun_stands_for_what_agrees_with_it(text: str, lemma: str, meant: str) -> None:
    texts = Texts([text])
    events = [e for s in texts.sentences for e in texts.events(s.number) if e.lemma == lemma]
    [subject] = events[0].roles["subject"]

    assert [other.words for other in subject.also if meant in other.words]
    assert len(subject.also) == 1


@pytest.mark.parametrize(
    "text",
    [
        "Ruvo Aldan wrote to Imbre Sandor. She confirmed the fix.",
        "It was reported by Ruvo, fixed by her colleague Imbre; she confirmed the fix.",
    ],
)
def test_where_no_gender_is_known_several_may_be_meant(text: str) -> None:
    texts = Texts([text])
    subjects = [
        a
        for s in texts.sentences
        for e in texts.events(s.number)
        if e.lemma == "confirm"
        for a in e.roles["subject"]
    ]

    assert all(len(a.also) > 1 for a in subjects)


def test_gender_is_told_by_given_names_titles_and_kin() -> None:
    assert gender(frozenset({"luis", "moya"})) == "m"
    assert gender(frozenset({"queen", "maud"})) == "f"
    assert gender(frozenset({"aunt"})) == "f"
    assert not gender(frozenset({"halden"}))


PRONOUN = [
    ("The minister answered the press. Readers trusted him.", "trust", ["minister"]),
    ("The tenant sued the council. A neighbour supported her.", "support", ["tenant"]),
    ("Anna Bank sued the council. A neighbour supported her.", "support", ["anna bank"]),
    ("The board met the press. It hailed the decision.", "hail", ["board", "press"]),
    ("The mill burned. It was closed that year.", "close", ["mill"]),
    ("The mill burned. It was ready to close.", "close", ["mill"]),
]


@pytest.mark.parametrize(("text", "lemma", "meant"), PRONOUN)
def test_a_persons_pronoun_is_no_body(text: str, lemma: str, meant: list[str]) -> None:
    texts = Texts([text])
    events = [e for s in texts.sentences for e in texts.events(s.number) if e.lemma == lemma]
    [pronoun] = [a for filled in events[0].roles.values() for a in filled if a.pronoun]

    assert [" ".join(sorted(other.words)) for other in pronoun.also] == meant


PAPER = "The X200 prints 24 pages a minute. The X350 prints 38 pages a minute."
WRONG = [
    (PAPER, "The X200 manages 38 pages a minute."),
    ("Mary Holm hired Paul Reyes as a cook. He sold the inn.", "Mary Holm sold the inn."),
    ("Holm leases four ships from Gantry Finance.", "Holm leases four ships to Gantry Finance."),
    ("The goalkeeper is leaving Harrow Town.", "The goalkeeper stays at Harrow Town."),
]
RIGHT = [
    (PAPER, "The X350 manages 38 pages a minute."),
    ("Mary Holm hired Paul Reyes as a cook. He sold the inn.", "Paul Reyes sold the inn."),
    ("Holm leases four ships from Gantry Finance.", "Gantry Finance leases four ships to Holm."),
    ("Donna was a guest, but Robbie joined after she made her debut.",
     "Robbie joined after she made her debut."),
    ("Billboard Dad is a film by Alan Metter starring Ashley Olsen.",
     "Billboard Dad stars Ashley Olsen."),
]  # fmt: skip


@pytest.mark.parametrize(("passage", "claim"), WRONG)
def test_what_another_is_or_does_is_contradicted(passage: str, claim: str) -> None:
    [found] = judge_statements("", [passage], [claim])

    assert found.outcome == "contradicted", found


@pytest.mark.parametrize(("passage", "claim"), RIGHT)
def test_what_the_thing_itself_is_or_does_is_not(passage: str, claim: str) -> None:
    [found] = judge_statements("", [passage], [claim])

    assert found.outcome != "contradicted", found.explanation


@pytest.mark.parametrize(
    ("claim", "outcome"),
    [
        ("Luis Moya will retire in June.", "supported"),
    ],
)
def test_he_is_no_woman(claim: str, outcome: str) -> None:
    passage = "Anna Petrov met Luis Moya. She thanked him. He said that he would retire in June."
    [found] = judge_statements("", [passage], [claim])

    assert found.outcome == outcome
