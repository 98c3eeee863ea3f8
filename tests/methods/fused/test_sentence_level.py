"""What the lexical and the fused detector share, on answers about invented towns."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from labelling import labelled

from groundgraph import Example, FitOptions, InputError, NotFittedError, Passage
from groundgraph.methods.checkable import EMPTY_ANSWER, NO_CLAIM, NO_PASSAGES, NOVEL
from groundgraph.methods.fused.detector import Fused
from groundgraph.methods.fused.lexical import Lexical
from groundgraph.specs import load

if TYPE_CHECKING:
    from groundgraph.learn.two_level import TwoLevelRecipe
    from groundgraph.methods.fused.sentence_level import SentenceLevel

Answers = Any  # of conftest.py, which cannot be imported


@pytest.mark.parametrize("unfitted", [Lexical(), Fused()])
def test_an_unfitted_detector_says_where_a_fitted_one_is(unfitted: SentenceLevel) -> None:
    with pytest.raises(NotFittedError, match=rf"call fit, or use.*load\('{unfitted.name}'\)"):
        unfitted.detect([])


def test_hallucinated_answers_are_told_from_grounded_ones(
    sentence_level: SentenceLevel, test_answers: Answers
) -> None:
    verdicts = sentence_level.detect(test_answers.examples)

    assert [v.label == "hallucinated" for v in verdicts] == test_answers.labels
    assert all(v.calibrated for v in verdicts)


def test_the_claim_that_is_marked_is_the_made_up_one(
    sentence_level: SentenceLevel, test_answers: Answers
) -> None:
    verdicts = sentence_level.detect(test_answers.examples)

    marked = [
        " ".join(f.claim.text for f in verdict.findings if f.outcome != "supported")
        for verdict in verdicts
    ]
    assert marked == test_answers.made_up


def test_a_marked_claim_says_what_the_evidence_lacks(
    sentence_level: SentenceLevel, test_answers: Answers
) -> None:
    verdict = sentence_level.detect(test_answers.examples)[1]

    (marked,) = [f for f in verdict.findings if f.outcome == "unsupported"]
    assert marked.explanation.startswith("The evidence does not mention “")
    assert marked.score == max(f.score for f in verdict.findings if f.score is not None)


def test_claims_score_from_the_threshold_on_exactly_where_they_are_flagged(
    sentence_level: SentenceLevel, test_answers: Answers
) -> None:
    for verdict in sentence_level.detect(test_answers.examples):
        least = verdict.claim_threshold
        assert least is not None
        for finding in verdict.findings:
            assert finding.score is not None
            assert (finding.score >= least) == (finding.outcome != "supported")


def test_a_supported_claim_points_to_the_sentence_that_says_it(
    sentence_level: SentenceLevel, test_answers: Answers
) -> None:
    first = sentence_level.detect(test_answers.examples)[0].findings[0]

    assert first.outcome == "supported"
    assert first.evidence[0].text == first.claim.text
    assert first.evidence[0].score == pytest.approx(1.0, abs=1e-6)
    assert first.explanation == "Nearest evidence: passage a."


def test_a_claim_that_takes_two_passages_names_both() -> None:
    told = [
        "Low Tide is a play directed by Bo Lund.",
        "Bo Lund studied at the Malmo Academy for three years.",
        "The Malmo Academy has a library.",
    ]
    claim = "The director of Low Tide, Bo Lund, studied at the Malmo Academy for three years."
    alone = "Bo Lund studied at the Malmo Academy for three years."
    both, one = load("lexical").detect([Example(claim, told), Example(alone, told)])

    assert "“Low Tide is a play directed by Bo Lund.” (passage 1), “Bo Lund studied" in (
        both.findings[0].explanation
    )
    assert one.findings[0].explanation == "Nearest evidence: passage 2."


def test_the_order_of_the_passages_does_not_matter(
    sentence_level: SentenceLevel, test_answers: Answers
) -> None:
    turned = [replace(e, passages=e.passages[::-1]) for e in test_answers.examples]

    assert sentence_level.detect(turned) == sentence_level.detect(test_answers.examples)


def test_of_units_that_hold_a_claim_equally_well_the_order_of_the_passages_chooses_none(
    sentence_level: SentenceLevel,
) -> None:
    first = Passage("The bridge has 12 arches and was not built in Canada.", "a")
    second = Passage("The bridge was built in Canada by 40 masons in winter.", "b")
    answer = "The bridge was built in Canada."

    there, back = sentence_level.detect(
        [Example(answer, (first, second)), Example(answer, (second, first))]
    )

    assert there == back


@pytest.mark.parametrize("name", ["fused", "lexical"])
def test_data_that_says_otherwise_is_a_contradiction(name: str) -> None:
    data = Passage(json.dumps({"name": "Zorba", "attributes": {"TakeOut": False}}), "d")
    answer = "Its 93 dragons guard treasure under bridges, won medals in Canada and offer takeout."

    (verdict,) = load(name).detect([Example(answer, (data,))])

    (finding,) = verdict.findings
    assert finding.outcome == "contradicted"
    assert finding.explanation == "The data says otherwise: attributes Take Out: false."
    assert [e.text for e in finding.evidence] == ["attributes Take Out: false"]


@pytest.mark.parametrize(
    ("hopeless", "reason"),
    [
        (Example("", (Passage("p"),)), EMPTY_ANSWER),
        (Example("It rained."), NO_PASSAGES),
        (Example("It rained.", (Passage(" "),)), NO_PASSAGES),
        (Example("... !", (Passage("p"),)), NO_CLAIM),
    ],
)
def test_what_cannot_be_checked_keeps_its_place_and_says_why(
    sentence_level: SentenceLevel, test_answers: Answers, hopeless: Example, reason: str
) -> None:
    first, second = test_answers.examples[:2]

    verdicts = sentence_level.detect([first, hopeless, second])

    assert [v.label for v in verdicts] == ["grounded", "unverifiable", "hallucinated"]
    assert verdicts[1].reason == reason


@pytest.fixture(params=["lexical", "fused"])
def unfitted(request: pytest.FixtureRequest, word_overlap: Any) -> SentenceLevel:
    if request.param == "lexical":
        return Lexical()
    return Fused(reader=word_overlap)


def test_answers_without_spans_lend_their_label_to_their_claims(
    unfitted: SentenceLevel,
    train: Answers,
    test_answers: Answers,
    recipe: TwoLevelRecipe,
    one_thread: None,
) -> None:
    bare = [replace(example, spans=None) for example in train.examples]

    fitted, trained = unfitted.fit_out_of_fold(bare, train.labels, recipe)

    assert trained.claim_labels.tolist() == np.repeat(train.labels, 3).tolist()
    verdicts = fitted.detect(test_answers.examples)
    assert [v.label == "hallucinated" for v in verdicts] == test_answers.labels


def test_gold_spans_say_which_claims_are_hallucinated(
    unfitted: SentenceLevel, train: Answers, recipe: TwoLevelRecipe, one_thread: None
) -> None:
    _, trained = unfitted.fit_out_of_fold(train.examples, train.labels, recipe)

    assert trained.claim_labels.sum() == sum(train.labels)


def test_training_answers_are_scored_out_of_fold_and_the_others_left_out(
    unfitted: SentenceLevel, train: Answers, recipe: TwoLevelRecipe, one_thread: None
) -> None:
    examples = [Example("", label=True), *train.examples]

    fitted, trained = unfitted.fit_out_of_fold(examples, [True, *train.labels], recipe)

    assert trained.checked.tolist() == [False, *[True] * len(train.examples)]
    assert trained.scores.shape == (len(train.examples),)
    assert fitted.head == trained.head
    assert len(trained.claim_scores) == len(trained.claim_labels)
    labels = np.array(train.labels)
    assert trained.scores[labels].mean() > 0.5 > trained.scores[~labels].mean()


def test_fitting_leaves_the_detector_as_it_was(
    unfitted: SentenceLevel, train: Answers, recipe: TwoLevelRecipe, one_thread: None
) -> None:
    fitted, _ = unfitted.fit_out_of_fold(train.examples, train.labels, recipe)

    assert unfitted.head is None
    assert unfitted.rarity is None
    again = replace(fitted, head=None, rarity=None)
    if isinstance(again, Fused) and isinstance(unfitted, Fused):
        assert again.fitted_reader == unfitted.reader
        again = replace(again, fitted_reader=unfitted.fitted_reader)
    assert again == unfitted


def test_fitting_by_group_is_refused(unfitted: SentenceLevel, train: Answers) -> None:
    with pytest.raises(InputError, match="cannot be fitted with by = 'generator'"):
        unfitted.fit(labelled(train.examples, train.labels), FitOptions(by="generator"))


def test_every_answer_needs_a_label(unfitted: SentenceLevel, train: Answers) -> None:
    examples = labelled(train.examples, train.labels)
    with pytest.raises(InputError, match=r"example 1 .* has no label"):
        unfitted.fit([replace(examples[0], label=None), *examples[1:]])


def test_answers_of_one_class_cannot_be_fitted(unfitted: SentenceLevel, train: Answers) -> None:
    with pytest.raises(InputError, match="at least 5 of each are needed"):
        unfitted.fit(labelled(train.examples[::2], train.labels[::2]))


GERMAN = "Die Stadt ist nicht groß und liegt auf einem Berg, der sehr hoch ist."


def test_an_answer_in_another_language_is_unverifiable(
    sentence_level: SentenceLevel, test_answers: Answers
) -> None:
    first = test_answers.examples[0]
    foreign = [replace(first, answer=GERMAN), replace(first, passages=(Passage(GERMAN),)), first]

    answer, evidence, english = sentence_level.detect(foreign)

    assert answer.label == evidence.label == "unverifiable"
    assert answer.reason.startswith("the answer is not in English")
    assert evidence.reason.startswith("most of the evidence (1 of 1 passages) is not in English")
    assert (english.label, english.reason) == ("grounded", "")


@pytest.mark.parametrize(
    ("passage", "answer"),
    [
        ("Die Garantie beträgt zwei Jahre.", "Fünf Jahre."),
        ("Die Garantie beträgt zwei Jahre.", "fünf Jahre"),
        ("De garantie duurt twee jaar.", "Vijf jaar."),
        ("La garantía es de dos años.", "Cinco años"),
        ("Гарантия два года.", "Пять лет."),
        ("The warranty runs for two years.", "Fünf Jahre nach dem Kauf."),
        ("The warranty runs for two years.", "La garantie est de deux ans."),
    ],
)
def test_a_short_foreign_answer_is_never_grounded(
    sentence_level: SentenceLevel, passage: str, answer: str
) -> None:
    question = "How long is the warranty?"

    (found,) = sentence_level.detect([Example(answer, (Passage(passage),), question=question)])

    assert found.label == "unverifiable"
    assert "not in English" in found.reason


@pytest.mark.parametrize("answer", ["12", "Porto", "Müller GmbH, Köln"])
def test_a_name_or_a_number_is_judged(sentence_level: SentenceLevel, answer: str) -> None:
    passages = (Passage("About 12 people work for Müller GmbH, Köln, near Porto."),)

    (found,) = sentence_level.detect([Example(answer, passages, question="What does it say?")])

    assert found.label != "unverifiable"


def test_a_foreign_passage_among_english_ones_changes_nothing_but_the_remark(
    sentence_level: SentenceLevel, test_answers: Answers
) -> None:
    first = test_answers.examples[0]
    mixed = replace(first, passages=(*first.passages, Passage(GERMAN, "de")))

    alone, among = sentence_level.detect([first, mixed])

    assert among.reason == "left out 1 of 3 passages: not in English (German)"
    assert replace(among, reason="") == alone


def test_unrelated_passages_change_nothing_but_the_remark(
    sentence_level: SentenceLevel, test_answers: Answers
) -> None:
    others = (
        Passage("Sourdough needs a starter that is fed twice a day.", "bread"),
        Passage('{"name": "Zorba", "attributes": {"WiFi": true}, "stars": 4.0}', "data"),
        Passage("Dieser Text ist in deutscher Sprache und sagt nichts zur Sache.", "de"),
    )
    examples = test_answers.examples
    mixed = [replace(e, passages=(others[0], *e.passages, *others[1:])) for e in examples]

    alone, among = sentence_level.detect(examples), sentence_level.detect(mixed)

    for before, after in zip(alone, among, strict=True):
        assert after.reason.startswith(
            "left out 1 of 5 passages: not in English (German); set aside 2 of 4"
        )
        assert replace(after, reason="") == before


RECORD = Passage(json.dumps({"name": "Ulm", "rivers": 3, "people": 9000, "crop": "hops"}), "r")


def test_an_answer_unlike_those_of_the_calibration_keeps_its_label_and_says_so(
    sentence_level: SentenceLevel, test_answers: Answers
) -> None:
    assert sentence_level.head is not None
    one_claim = Example("Ulm has 3 rivers.", (RECORD,))
    before = replace(sentence_level, head=replace(sentence_level.head, novelty=None))

    usual, novel = sentence_level.detect([test_answers.examples[0], one_claim])
    [expected] = before.detect([one_claim])

    assert (usual.calibrated, usual.reason) == (True, "")
    assert (novel.calibrated, novel.reason) == (False, NOVEL)
    assert expected.calibrated
    assert replace(novel, calibrated=True, reason="") == expected


def test_the_remark_on_an_unlike_answer_stands_beside_others(
    sentence_level: SentenceLevel,
) -> None:
    others = (RECORD, Passage("Sourdough needs a starter that is fed twice a day.", "bread"))

    [verdict] = sentence_level.detect([Example("Ulm has 3 rivers.", others)])

    assert verdict.reason.startswith("set aside 1 of 2 passages")
    assert verdict.reason.endswith(f"; {NOVEL}")


@pytest.mark.parametrize("name", ["fused", "lexical"])
def test_a_shipped_detector_knows_answers_such_as_it_was_calibrated_on(name: str) -> None:
    article = (
        "The ferry to Borica sails on Monday and Friday. It carries 40 cars and 300 people. "
        "The crossing takes two hours when the sea is calm. Tickets are sold at the harbour "
        "office, which opens at eight in the morning and closes when the last boat has left. "
        "In winter the ferry does not sail, and the islanders use a smaller boat of the post. "
        "The mayor of Borica said on Tuesday that a second ferry will be bought next year. "
        "It is to carry twice as many cars as the first and to cross in ninety minutes. "
        "Fishermen on the island fear that more visitors will come than there are beds for. "
    )
    summary = (
        "The ferry to Borica, which carries 40 cars and 300 people, sails on Monday and Friday. "
        "A second ferry will be bought next year, the mayor said on Tuesday. It is to carry twice "
        "as many cars. Fishermen fear that more visitors will come than there are beds for."
    )

    usual, novel = load(name).detect(
        [Example(summary, (Passage(article),)), Example("It sails on Monday.", (Passage("No."),))]
    )

    assert (usual.calibrated, usual.reason) == (True, "")
    assert (novel.calibrated, novel.reason) == (False, NOVEL)


def test_a_detector_of_all_languages_sets_nothing_aside(
    sentence_level: SentenceLevel, test_answers: Answers
) -> None:
    first = test_answers.examples[0]
    bread = Passage("Sourdough needs a starter that is fed twice a day.", "bread")
    mixed = replace(first, passages=(*first.passages, bread))

    [english] = sentence_level.detect([mixed])
    [every] = replace(sentence_level, english_only=False).detect([mixed])

    assert english.reason.startswith("set aside 1 of 3 passages")
    assert every.reason == ""


def test_a_detector_of_all_languages_judges_all(
    sentence_level: SentenceLevel, test_answers: Answers
) -> None:
    german = replace(test_answers.examples[0], answer=GERMAN)

    (verdict,) = replace(sentence_level, english_only=False).detect([german])

    assert verdict.label != "unverifiable"


def test_an_operating_point_moves_the_threshold_and_no_score(
    sentence_level: SentenceLevel, test_answers: Answers
) -> None:
    names = [point.name for point in sentence_level.operating_points]
    assert "recall=0.9" in names

    lenient = sentence_level.at("recall=0.9")

    assert lenient.head is not None
    assert lenient.head.answer_decision.policy == "at recall=0.9"
    before, after = (each.detect(test_answers.examples) for each in (sentence_level, lenient))
    threshold = lenient.head.answer_decision.threshold
    assert [v.hallucination_score for v in after] == [v.hallucination_score for v in before]
    assert [v.label == "hallucinated" for v in after] == [
        (v.hallucination_score or 0) >= threshold for v in before
    ]
    assert lenient.at("recall=0.5").at("recall=0.9") == lenient


def test_a_point_that_cannot_be_had_lists_those_that_can(sentence_level: SentenceLevel) -> None:
    with pytest.raises(
        InputError, match=r"'fpr=0.001' is none of this detector's; it has .*recall="
    ):
        sentence_level.at("fpr=0.001")
    with pytest.raises(NotFittedError, match="has no operating points; call fit"):
        Lexical().at("fpr=0.05")


def test_the_training_report_says_how_far_scores_are_probabilities(
    sentence_level: SentenceLevel, train: Answers
) -> None:
    report = sentence_level.training_report

    assert sum(row[0] for row in report["reliability"]) == len(train.examples)
    assert json.dumps(report, allow_nan=False)
    assert Lexical().training_report == {}
