"""What verdicts say of answers with marks, framing and sentences that claim nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from groundgraph import Example, Passage, load
from groundgraph.methods.checkable import DECLINES, NO_CLAIM

if TYPE_CHECKING:
    from groundgraph import Verdict
    from groundgraph.methods.fused.sentence_level import SentenceLevel

Answers = Any  # of conftest.py, which cannot be imported


def verdict(detector: SentenceLevel, example: Example) -> Verdict:
    (found,) = detector.detect([example])
    return found


@pytest.mark.parametrize(
    "edit",
    [
        lambda s: s.replace(".", " [1]."),
        lambda s: s.replace(".", ". [2]"),
        lambda s: s.replace(".", " (Source 1)."),
        lambda s: f"{s} Let me know if you need anything else!",
        lambda s: f"Based on the provided context, {s}",
        lambda s: f"Sure! Here is what I found:\n\n{s}",
        lambda s: "\n".join(f"- **{part.rstrip('.')}.**" for part in s.split(". ")),
        lambda s: "\n".join(f"{n}. {part.rstrip('.')}." for n, part in enumerate(s.split(". "), 1)),
        lambda s: f"## Answer\n\n{s}",
        lambda s: f"{s} However, the passages do not say who lives there.",
    ],
)
def test_a_verdict_depends_on_claims_alone(
    sentence_level: SentenceLevel, test_answers: Answers, edit: Any
) -> None:
    examples = [replace(e, spans=None) for e in test_answers.examples]
    edited = [replace(e, answer=edit(e.answer)) for e in examples]

    for before, after, example in zip(
        sentence_level.detect(examples), sentence_level.detect(edited), edited, strict=True
    ):
        assert (after.label, after.hallucination_score) == (
            before.label,
            before.hallucination_score,
        )
        assert after.features == before.features
        assert after.edges == before.edges
        for finding, other in zip(after.findings, before.findings, strict=True):
            assert finding.claim.text == finding.claim.span.of(example.answer)
            assert (finding.score, finding.outcome) == (other.score, other.outcome)


def test_marks_stand_in_the_answer_as_given(fused: SentenceLevel, test_answers: Answers) -> None:
    example = next(e for e in test_answers.examples if e.label)
    answer = "Sure! Here is a summary:\n\n" + example.answer.replace(".", " [1].")

    plain = verdict(fused, example)
    marked = verdict(fused, replace(example, answer=answer, spans=None))

    assert plain.marks
    assert [m.span.of(answer).replace(" [1]", "") for m in marked.marks] == [
        m.span.of(example.answer) for m in plain.marks
    ]


def test_gold_spans_are_found_among_the_claims(
    sentence_level: SentenceLevel, train: Answers, recipe: Any, one_thread: None
) -> None:
    framed = []
    for example in train.examples:
        before = "Based on the provided context, "
        spans = tuple(
            type(s)(s.start + len(before), s.end + len(before)) for s in example.spans or ()
        )
        framed.append(replace(example, answer=before + example.answer, spans=spans))

    plain = sentence_level.fit_out_of_fold(train.examples, train.labels, recipe)
    other = sentence_level.fit_out_of_fold(framed, train.labels, recipe)

    assert other[0].head == plain[0].head
    assert other[1].claim_labels.tolist() == plain[1].claim_labels.tolist()


def cited(detector: SentenceLevel, mark: str) -> tuple[tuple[str, ...], str | None, str]:
    passages = (
        Passage("Elmar7 is a town on the river Arno. Monks from Ulm founded it.", "north"),
        Passage("About 1259 people live in Elmar7. Most of them grow hops.", "south"),
    )
    answer = f"About 1259 people live in Elmar7{mark}."
    (finding,) = verdict(
        detector, Example(answer, passages, question="Who lives in Elmar7?")
    ).findings
    return finding.cited, finding.citation, finding.explanation


def test_a_finding_says_whether_the_cited_passage_supports_it(
    sentence_level: SentenceLevel,
) -> None:
    assert cited(sentence_level, " [2]")[:2] == (("south",), "supported")
    assert cited(sentence_level, " [1, 2]")[:2] == (("north", "south"), "supported")
    assert cited(sentence_level, " [south]")[:2] == (("south",), "supported")
    assert cited(sentence_level, "")[:2] == ((), None)
    names, citation, why = cited(sentence_level, " [1]")
    assert (names, citation) == (("north",), "elsewhere")
    assert why.endswith("It cites [1]; passage south has more of its words.")
    names, citation, why = cited(sentence_level, " [7]")
    assert (names, citation) == (("7",), "missing")
    assert why.endswith("It cites [7], but there is no such passage.")


def test_no_passage_supports_what_is_flagged(
    sentence_level: SentenceLevel, test_answers: Answers
) -> None:
    pairs = zip(test_answers.examples, test_answers.made_up, strict=True)
    example, made_up = next(pair for pair in pairs if pair[1])
    answer = example.answer.replace(made_up, f"{made_up.rstrip('.')} [1].")

    found = verdict(sentence_level, replace(example, answer=answer, spans=None))

    (finding,) = (f for f in found.findings if f.cited)
    assert (finding.cited, finding.citation) == (("a",), "unsupported")


def test_quotations_that_no_passage_holds_are_named(sentence_level: SentenceLevel) -> None:
    passages = (Passage("The mayor of Elmar7 said it was a very long day for all of them."),)
    question = "What did the mayor of Elmar7 say?"

    def why(words: str) -> str:
        answer = f"The mayor of Elmar7 said “{words}”."
        (finding,) = verdict(sentence_level, Example(answer, passages, question=question)).findings
        return finding.explanation

    assert "quotation" not in why("it was a very long day")
    assert why("it was a very short day").endswith(
        "Changed quotation: “it was a very short day”, where a passage has "
        "“it was a very long day”."
    )
    assert why("we shall build ten new bridges").endswith(
        "Invented quotation: no passage has “we shall build ten new bridges”."
    )


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("I don't know.", DECLINES),
        ("The context does not say.", DECLINES),
        ("I'm sorry, but I cannot answer that. Let me know if you need anything else!", DECLINES),
        ("Hello! How can I help you today?", "only greets or offers help"),
        ("Which museum do you mean?", "only asks a question"),
        ("Thanks for asking!", "only greets or offers help"),
        ("Sure! Here is a summary:", "only greets or offers help"),
        ("Here is a summary:", "only announces an answer"),
        ("Who founded Elmar?", "only repeats the question"),
        ("## Answer", NO_CLAIM),
    ],
)
def test_an_answer_that_claims_nothing_is_unverifiable(
    sentence_level: SentenceLevel, answer: str, reason: str
) -> None:
    passages = (Passage("About 1259 people live in Elmar."),)

    found = verdict(sentence_level, Example(answer, passages, question="Who founded Elmar?"))

    assert (found.label, found.reason) == ("unverifiable", reason)


def test_a_refusal_says_where_an_answer_seems_to_stand(sentence_level: SentenceLevel) -> None:
    passages = (
        Passage("About 1259 people live in Elmar.", "people"),
        Passage("Monks from Ulm founded Elmar long ago.", "history"),
    )

    found = verdict(
        sentence_level, Example("I don't know.", passages, question="Who founded Elmar?")
    )

    assert found.reason == "declines to answer; passage history seems to answer the question"


def test_an_answer_that_partly_declines_is_judged_on_the_rest(
    sentence_level: SentenceLevel, test_answers: Answers
) -> None:
    example = test_answers.examples[0]
    partly = f"{example.answer} The passages do not mention who the mayor is."

    before = verdict(sentence_level, example)
    after = verdict(sentence_level, replace(example, answer=partly))

    assert replace(after, findings=()) == replace(before, findings=())


@pytest.mark.parametrize(
    ("question", "answer", "passage", "marked"),
    [
        ("Which lake feeds the Kalder?", "The Orrin.", "The Velm feeds the Kalder.", "Orrin"),
        ("", "The pool closes at 8 p.m. on Fridays.", "It closes at 6 p.m. on Fridays.", "8 p.m."),
    ],
)
def test_marks_are_whole_words_in_order_and_lie_in_no_other(
    question: str, answer: str, passage: str, marked: str
) -> None:
    [found] = load("fused").detect([Example(answer, [passage], question=question)])
    assert [mark.span.of(answer) for mark in found.spans] == [marked]


def test_a_value_that_ends_a_sentence_is_told_without_its_stop() -> None:
    example = Example("The rent is due on 12 March.", ["The rent is due on 21 April."])
    [found] = load("fused").detect([example])
    assert "“12 March”" in found.findings[0].explanation
