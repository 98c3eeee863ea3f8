from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from films import FACTS, QUESTION, film, trace
from labelling import labelled

from groundgraph import Example, FitOptions, InputError, Triple, specs
from groundgraph.datasets.gga import load_gga
from groundgraph.learn.boosted import BoostSettings, XGBoostHead
from groundgraph.learn.heads import LogisticHead
from groundgraph.measures.metrics import auroc
from groundgraph.methods.gga.detector import GGA
from groundgraph.methods.gga.features import NAMES

if TYPE_CHECKING:
    from pathlib import Path

SMALL = BoostSettings(n_trees=10, depth=3)
PATH_AND_REST = (0.3, 0.1, 0.05, 0.05)


def numbered(n: int = 80) -> tuple[list[Example], list[bool]]:
    """Return answers with given PRD and SAS; hallucinated ones have the lower SAS."""
    random = np.random.default_rng(0)
    labels = [number % 3 == 0 for number in range(n)]
    examples = [
        Example(
            "Koreeda",
            question=f"who directed film {number}?",
            id=str(number),
            metadata={"prd": 0.5, "sas": float(0.5 - 0.3 * bad + random.normal(0, 0.05))},
        )
        for number, bad in enumerate(labels)
    ]
    return examples, labels


@pytest.mark.parametrize(("head", "kind"), [("xgboost", XGBoostHead), ("logistic", LogisticHead)])
def test_a_head_is_fitted_calibrated_and_comes_back_from_its_spec(
    head: Any, kind: type, request: pytest.FixtureRequest
) -> None:
    if head == "xgboost":
        request.getfixturevalue("with_xgboost")
    examples, labels = numbered()

    fitted = GGA(features="paper").fit(
        labelled(examples, labels), FitOptions(head=head, boosting=SMALL)
    )
    verdicts = fitted.detect(examples)

    assert isinstance(fitted.head, kind)
    assert fitted._names() == NAMES["paper"]
    assert all(verdict.calibrated for verdict in verdicts)
    right = [(v.label == "hallucinated") == bad for v, bad in zip(verdicts, labels, strict=True)]
    assert np.mean(right) > 0.9
    rebuilt = specs.build(json.loads(json.dumps(specs.describe(fitted), allow_nan=False)))
    assert rebuilt == fitted
    assert rebuilt.detect(examples[:5]) == verdicts[:5]


@pytest.mark.usefixtures("with_xgboost")
def test_a_fitted_detector_refuses_an_answer_that_lacks_one_of_its_features() -> None:
    examples, labels = numbered()
    fitted = GGA(features="extended").fit(labelled(examples, labels), FitOptions(boosting=SMALL))

    whole, without = fitted.detect([examples[0], replace(examples[0], question=" ")])

    assert set(whole.features) == set(NAMES["extended"])
    assert without.reason == (
        "it needs a question (for the feature 'question_words'), and the row has none"
    )


@pytest.mark.usefixtures("with_xgboost")
def test_the_features_of_a_trace_are_those_of_the_traced_set() -> None:
    random = np.random.default_rng(1)
    labels = [number % 2 == 0 for number in range(60)]
    rows = [
        replace(
            film(trace=trace((0.1 + 0.3 * bad, *(random.random(3) / 5)))),
            question=f"{QUESTION} {number}",
        )
        for number, bad in enumerate(labels)
    ]
    told = [
        replace(row, triples=(*FACTS[:3], Triple("Hirokazu Koreeda", "is", str(n))))
        for n, row in enumerate(rows)
    ]
    fitted = GGA(features="traced").fit(labelled(told, labels), FitOptions(boosting=SMALL))

    judged, numbers = fitted.detect([rows[0], film(prd=0.1, sas=0.2)])

    assert set(judged.features) == set(NAMES["traced"])
    assert numbers.reason == (
        "it needs a trace (for the feature 'weakest_link'), and the row has none"
    )


def traces_of(model: str, n: int = 40, **other: Any) -> tuple[list[Example], list[bool]]:
    """Return traced answers; hallucinated ones have the lower SAS."""
    labels = [number % 2 == 0 for number in range(n)]
    rows = [
        replace(
            film(
                trace=replace(
                    trace(PATH_AND_REST, 0.6 - 0.4 * bad + number / 1000), model=model, **other
                )
            ),
            triples=(*FACTS[:3], Triple("Hirokazu Koreeda", "is", str(number))),
        )
        for number, bad in enumerate(labels)
    ]
    return rows, labels


def test_a_head_judges_attention_of_the_model_it_was_fitted_on_wherever_that_lies() -> None:
    rows, labels = traces_of("/data/models/reader-7b/")
    fitted = GGA(features="paper").fit(labelled(rows, labels), FitOptions(head="logistic"))

    verdicts = fitted.detect(traces_of("own/reader-7b")[0])

    assert fitted.origins == ("reader-7b (answer tokens)",)
    assert [verdict.label == "hallucinated" for verdict in verdicts] == labels


@pytest.mark.parametrize(
    ("row", "own"),
    [
        (traces_of("other-7b", 1)[0][0], "other-7b (answer tokens)"),
        (traces_of("reader-7b", 1, rows="predicting")[0][0], "reader-7b (predicting tokens)"),
        (film(prd=0.2, sas=0.1), "given PRD and SAS"),
    ],
)
def test_a_head_refuses_attention_of_another_model_or_other_tokens(row: Example, own: str) -> None:
    fitted = GGA(features="paper").fit(
        labelled(*traces_of("reader-7b")), FitOptions(head="logistic")
    )

    [verdict] = fitted.detect([row])

    assert verdict.label == "unverifiable"
    assert verdict.reason == (
        f"the head was fitted on reader-7b (answer tokens), and this answer has {own}; fit it on "
        "answers like this one too"
    )


def test_a_head_fitted_on_two_models_judges_both_and_no_trace_by_given_numbers_alone() -> None:
    (one, labels), (two, _) = traces_of("one"), traces_of("two")
    both = GGA(features="paper").fit(
        labelled([*one, *two], [*labels, *labels]), FitOptions(head="logistic")
    )
    numbers = GGA(features="paper").fit(labelled(*numbered()), FitOptions(head="logistic"))

    assert "unverifiable" not in {verdict.label for verdict in both.detect([one[0], two[0]])}
    assert numbers.detect([one[0]])[0].reason.startswith("the head was fitted on given PRD and SAS")


def test_what_cannot_be_measured_is_left_out_of_the_fit() -> None:
    examples, labels = numbered()
    subject = GGA(features="paper")

    fitted = subject.fit(labelled(examples, labels), FitOptions(head="logistic"))
    more = subject.fit(
        labelled([*examples, Example("no numbers")], [*labels, True]), FitOptions(head="logistic")
    )

    assert more == fitted


def test_a_fit_on_nothing_that_can_be_measured_says_why() -> None:
    with pytest.raises(InputError, match="none of the 2 answers can be measured: nothing tells"):
        GGA().fit(labelled([film(), film()], [True, False]))


@pytest.mark.parametrize("options", [{"by": "generator"}, {"head": "trees"}])
def test_fit_refuses_what_it_does_not_know(options: dict[str, Any]) -> None:
    with pytest.raises(InputError) as caught:
        GGA().fit(labelled(*numbered()), FitOptions(**options))

    assert caught.value.field in options


@pytest.mark.data
@pytest.mark.usefixtures("with_xgboost")
def test_on_the_authors_rows_the_answer_s_words_tell_more_than_the_paper_s_features(
    data_folder: Path,
) -> None:
    rows = load_gga(data_folder)
    labels = np.array([bool(row.label) for row in rows])
    train, test = slice(0, 2500), slice(2500, None)
    found = {}
    sets: tuple[Any, ...] = ("paper", "extended")
    for features in sets:
        fitted = GGA(features=features).fit(labelled(rows[train], labels[train].tolist()))
        verdicts = fitted.detect(rows[test])
        scores = [verdict.hallucination_score for verdict in verdicts]
        assert all(verdict.calibrated for verdict in verdicts)
        found[features] = auroc(labels[test], np.array(scores, float)) or 0.0

    assert found["paper"] > 0.75
    assert found["extended"] > 0.92
