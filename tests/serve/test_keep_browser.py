"""Labels that the server keeps, given by key on the page at ``/``, and the fit on them there."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from groundgraph.specs import reference

pytest.importorskip("selenium", reason="selenium is not installed: pip install 'groundgraph[test]'")

from check_page import PASSAGE, Page
from serving import Served, serving, spec

if TYPE_CHECKING:
    from pathlib import Path

    from selenium.webdriver import Chrome

ROWS = [
    {"id": "sure", "passages": [PASSAGE], "answer": "purest gold"},
    {"id": "near", "passages": [PASSAGE], "answer": "The battery gold"},
    {"id": "half", "passages": [PASSAGE], "answer": "The gold"},
    {"id": "bad", "passages": 5, "answer": "The gold"},
]


def written(folder: Path, rows: list[Any]) -> Path:
    path = folder / "answers.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def opened(chrome: Chrome, served: Served) -> Page:
    page = Page(chrome, served, "#label")
    page.wait(lambda: page.one("#verdicts").is_displayed())
    return page


def place(page: Page) -> str:
    page.settle()
    return str(page.all("#detail .facts b")[0].text)


def kept(path: Path) -> list[tuple[str, str]]:
    lines = path.with_name("answers.labels.jsonl").read_text().splitlines()
    return [(row["id"], row["verdict"]) for row in map(json.loads, lines)]


def fit(page: Page) -> str:
    page.one("#fit-here").click()
    page.wait(lambda: page.one("#fit-told").text.startswith(("Fitted", "Nothing")))
    return str(page.one("#fit-told").text)


def test_the_page_opens_with_the_file_and_stays_where_it_is_sent(
    chrome: Chrome, tmp_path: Path
) -> None:
    path = written(tmp_path, ROWS)
    with serving({"telling": spec("telling")}, label=path) as served:
        page = Page(chrome, served)
        page.wait(lambda: page.one("#verdicts").is_displayed())
        assert place(page) == "half"
        assert not page.one("#ask").is_displayed()
        sent = Page(chrome, served, "#check")
        sent.settle()
        assert sent.one("#ask").is_displayed()


def test_verdicts_are_kept_as_they_are_given_and_stand_there_again(
    chrome: Chrome, tmp_path: Path
) -> None:
    path = written(tmp_path, ROWS)
    with serving({"telling": spec("telling")}, label=path) as served:
        page = opened(chrome, served)
        assert not page.one("#rows-file").is_displayed()
        assert "answers.jsonl" in page.one("#rows-hint").text
        assert place(page) == "half"
        page.press("g")
        assert place(page) == "near"
        page.press("h")
        assert place(page) == "sure"
        assert kept(path) == [("half", "grounded"), ("near", "hallucinated")]
        again = opened(chrome, served)
        assert place(again) == "sure"
        assert "2 done" in again.one("#place").text
        again.press("k")
        assert place(again) == "near"
        assert again.one("[data-verdict=hallucinated]").get_attribute("aria-pressed") == "true"
        assert again.is_clean()


def test_a_verdict_that_is_not_kept_is_told_and_the_answer_stays(
    chrome: Chrome, tmp_path: Path
) -> None:
    path = written(tmp_path, ROWS)
    with serving({"telling": spec("telling")}, label=path) as served:
        page = opened(chrome, served)
        assert place(page) == "half"
        stop = "window.fetch = () => Promise.reject(new TypeError('gone'));"
        chrome.execute_script(stop)
        page.press("g")
        page.wait(lambda: "was not kept" in page.told())
        assert place(page) == "half"
        assert "0 done" in page.one("#place").text
        assert kept(path) == []


def test_a_fit_on_the_page_gives_the_threshold_that_is_used_from_then_on(
    chrome: Chrome, tmp_path: Path
) -> None:
    path = written(tmp_path, ROWS)
    with serving({"telling": spec("telling")}, label=path) as served:
        page = opened(chrome, served)
        for key, name in (("g", "half"), ("g", "near"), ("h", "sure")):
            assert place(page) == name
            page.press(key)
        page.wait(lambda: "Fit a detector on them" in page.told())
        assert "Fitted telling on 3 answers, 1 of them" in fit(page)
        page.wait(lambda: page.one("#least-told").text == "1.00")
        assert page.one("#detectors input:checked").get_attribute("value") == "answers.fitted"
        assert "3 done" in page.one("#place").text
        assert page.is_clean()


def ferry(number: int, *, wrong: bool) -> dict[str, Any]:
    passage = f"Ferry {number} carries {20 + number} cars to Borica. It sails on Monday at noon."
    end = "and was a gift of the emperor of Brazil" if wrong else "and sails on Monday"
    answer = f"Ferry {number} carries {20 + number} cars {end}."
    return {
        "id": f"{'wrong' if wrong else 'right'}-{number}",
        "answer": answer,
        "passages": [passage],
    }


def test_fifty_labels_by_key_are_fitted_and_the_learning_curve_is_shown(
    chrome: Chrome, tmp_path: Path
) -> None:
    path = written(tmp_path, [ferry(number, wrong=number % 2 == 0) for number in range(50)])
    with serving({"lexical": reference("lexical")}, label=path) as served:
        page = opened(chrome, served)
        for _ in range(50):
            page.press("h" if place(page).startswith("wrong") else "g")
        page.wait(lambda: "Every answer" in page.told())
        before = page.one("#least-told").text
        assert "Fitted lexical on 50 answers, 25 of them" in fit(page)
        sizes = [cell.text for cell in page.all("#curve tbody th")]
        assert sizes == ["12", "25", "38", "50"]
        assert "[" in page.all("#curve tbody tr")[-1].text
        page.wait(lambda: page.one("#least-told").text != before)
        assert page.is_clean()
    assert len(kept(path)) == 50
