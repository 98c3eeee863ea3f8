from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from pathlib import Path


def train_file(folder: Path, *rows: dict[str, Any]) -> Path:
    path = folder / "train.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)))
    return path


GROUNDED = {"answer": "a b c d", "passages": ["a b c d"], "label": False, "generator": "one"}
INVENTED = {"answer": "a x y z", "passages": ["a b c d"], "label": True, "generator": "two"}


def test_a_fitted_detector_is_saved_and_checks(run: Any, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    train = train_file(tmp_path, GROUNDED, INVENTED)
    done = run("fit", "overlap", train, "--output", folder, "--threshold", "fpr=0.05")
    assert done.returncode == 0, done.stderr
    saved = json.loads((folder / "detector.json").read_text())
    assert saved["spec"]["parameters"] == {"threshold": 0.75}
    assert saved["training"] == {
        "n": 2,
        "positives": 1,
        "generators": ["one", "two"],
        "calibration": "sigmoid",
        "threshold": "fpr=0.05",
    }
    row = json.dumps({"answer": "a b y z", "passages": ["a b"]})
    checked = run("check", "-", "--detector", folder, given=row)
    assert json.loads(checked.stdout)["label"] == "grounded"


def test_the_features_and_the_head_of_gga_can_be_chosen(run: Any, tmp_path: Path) -> None:
    rows = [
        {
            "id": str(number),
            "question": f"who directed film {number}?",
            "answer": "Koreeda",
            "prd": 0.5,
            "sas": 0.1 + 0.3 * (number % 2) + number / 1000,
            "label": number % 2 == 0,
        }
        for number in range(40)
    ]
    options = ("--features", "paper", "--head", "logistic")

    done = run("fit", "gga", train_file(tmp_path, *rows), "--output", tmp_path / "own", *options)

    assert done.returncode == 0, done.stderr
    spec = json.loads((tmp_path / "own" / "detector.json").read_text())["spec"]["parameters"]
    assert spec["features"] == "paper"
    assert spec["head"]["name"] == "logistic"
    assert spec["origins"] == ["given PRD and SAS"]


def ferry(number: int, *, wrong: bool) -> dict[str, Any]:
    passage = f"Ferry {number} carries {20 + number} cars to Borica. It sails on Monday at noon."
    end = "and was a gift of the emperor of Brazil" if wrong else "and sails on Monday"
    answer = f"Ferry {number} carries {20 + number} cars {end}."
    return {"answer": answer, "passages": [passage], "label": wrong}


def test_few_labels_refit_the_calibration_and_say_what_to_expect(run: Any, tmp_path: Path) -> None:
    rows = [ferry(number, wrong=number % 2 == 0) for number in range(40)]
    folder = tmp_path / "own"

    done = run("fit", "lexical", train_file(tmp_path, *rows), "--output", folder)

    assert done.returncode == 0, done.stderr
    assert "refitted on 40 answers (20 hallucinated): the calibration, the threshold" in done.stdout
    assert "expect, of answers like these: AUROC " in done.stdout
    training = json.loads((folder / "detector.json").read_text())["training"]
    assert training["expectation"]["refitted"] == "calibration"
    assert len(training["expectation"]["balanced_accuracy"]) == 3


def test_every_detector_says_what_to_expect_and_what_was_left_out(run: Any, tmp_path: Path) -> None:
    rows = [ferry(number, wrong=number % 2 == 0) for number in range(30)]
    train = train_file(tmp_path, *rows, rows[0], {"answer": "", "passages": ["A."], "label": 0})

    done = run("fit", "kea", train, "--output", tmp_path / "own", "--threshold", "recall=0.99")

    assert done.returncode == 0, done.stderr
    assert "1 of 32 rows repeat another and are left out" in done.stdout
    assert "1 of 31 answers cannot be judged and are left out" in done.stdout
    assert "15 hallucinated answers are too few to show recall=0.99; that takes 100" in done.stdout
    assert "refitted on 30 answers (15 hallucinated): the calibration and the" in done.stdout
    assert "AUROC " in done.stdout
    training = json.loads((tmp_path / "own" / "detector.json").read_text())["training"]
    assert len(training["expectation"]["right_flagged"]) == 3


def test_a_curve_says_what_fewer_labels_would_have_given(run: Any, tmp_path: Path) -> None:
    rows = [ferry(number, wrong=number % 2 == 0) for number in range(40)]
    folder = tmp_path / "own"

    done = run("fit", "lexical", train_file(tmp_path, *rows), "--output", folder, "--curve")

    assert done.returncode == 0, done.stderr
    training = json.loads((folder / "detector.json").read_text())["training"]
    assert [point["n"] for point in training["curve"]] == [10, 20, 30, 40]
    last = training["curve"][-1]
    assert last["auroc"] == training["expectation"]["auroc"]
    assert "\n  on 20 answers (" in done.stdout


def test_a_detector_that_expects_nothing_has_no_curve(run: Any, tmp_path: Path) -> None:
    train = train_file(tmp_path, GROUNDED, INVENTED)
    done = run("fit", "overlap", train, "--output", tmp_path / "mine", "--curve")
    assert done.returncode == 2
    assert "so it has no curve" in done.stderr
    assert not (tmp_path / "mine").exists()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("egc", "--refit", "trees"), "egc cannot be fitted with refit = 'trees'"),
        (("lexical", "--refit", "roots"), "refit must be one of trees, calibration"),
        (("egc", "--head", "logistic"), "egc cannot be fitted with head = 'logistic'"),
        (("egc", "--features", "paper"), "detector 'egc' has one set of features"),
        (("gga", "--features", "all"), "features is 'all'; expected one of"),
        (("gga", "--head", "trees"), "head is 'trees'; expected 'xgboost' or 'logistic'"),
    ],
)
def test_a_choice_that_the_detector_does_not_have_is_refused(
    run: Any, tmp_path: Path, options: tuple[str, ...], message: str
) -> None:
    name, *rest = options

    done = run("fit", name, train_file(tmp_path, GROUNDED), "--output", tmp_path / "mine", *rest)

    assert done.returncode == 2
    assert message in done.stderr
    assert not (tmp_path / "mine").exists()


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({**INVENTED, "label": None}, "line 3: field 'label': found nothing"),
        ({**INVENTED, "answer": 5}, "line 3: field 'answer'"),
        ({**INVENTED, "label": "bad"}, "line 3: field 'label': found the string 'bad'"),
    ],
)
def test_a_row_that_cannot_teach_costs_only_itself(
    run: Any, tmp_path: Path, row: dict[str, Any], message: str
) -> None:
    train = train_file(tmp_path, GROUNDED, {**INVENTED, "label": "hallucinated"}, row)
    done = run("fit", "overlap", train, "--output", tmp_path / "mine")
    assert done.returncode == 0, done.stderr
    assert f"1 row is left out of 3; {message}" in done.stdout
    assert "fitted overlap on 2 answers (1 hallucinated)" in done.stdout


def test_rows_of_which_none_can_teach_are_refused(run: Any, tmp_path: Path) -> None:
    train = train_file(tmp_path, {**INVENTED, "label": "bad"})
    done = run("fit", "overlap", train, "--output", tmp_path / "mine")
    assert done.returncode == 2
    assert "no row can be used; line 1: field 'label': found the string 'bad'" in done.stderr
    assert not (tmp_path / "mine").exists()


def test_a_detector_of_another_kind_is_not_written_over(run: Any, tmp_path: Path) -> None:
    train = train_file(tmp_path, GROUNDED, INVENTED)
    for _ in range(2):
        assert run("fit", "overlap", train, "--output", tmp_path / "mine").returncode == 0
    other = run("fit", "telling", train, "--output", tmp_path / "mine")
    assert other.returncode == 2
    assert "holds a fitted 'overlap'" in other.stderr
