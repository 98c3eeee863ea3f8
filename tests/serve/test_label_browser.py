"""Labelling on the page at ``/``, in a real browser, against a real server."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from groundgraph.io import read_rows
from groundgraph.registry import DETECTORS
from groundgraph.specs import reference, save

pytest.importorskip("selenium", reason="selenium is not installed: pip install 'groundgraph[test]'")

from check_page import PASSAGE, PHONE, Page
from selenium.webdriver.common.keys import Keys
from serving import Served, serving

if TYPE_CHECKING:
    from pathlib import Path

    from selenium.webdriver import Chrome

ROWS = [
    {"id": "sure", "passages": [PASSAGE], "answer": "purest gold"},
    {"id": "none", "passages": [], "answer": "Nothing to hold it against"},
    {"id": "near", "passages": [PASSAGE], "answer": "The battery gold"},
    {"id": "half", "passages": [PASSAGE], "answer": "The gold", "label": True, "spans": [[4, 8]]},
    {"id": "bad", "passages": 5, "answer": "The gold"},
]


def label_view(chrome: Chrome, served: Served, folder: Path, rows: list[Any]) -> Page:
    page = Page(chrome, served, "#label")
    (folder / "answers.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    page.open_file("#rows-file", folder / "answers.jsonl")
    page.wait(lambda: page.one("#verdicts").is_displayed())
    return page


def place(page: Page) -> str:
    page.settle()
    return str(page.all("#detail .facts b")[0].text)


def test_answers_are_labelled_by_keys_the_most_doubtful_first(
    chrome: Chrome, served: Served, tmp_path: Path
) -> None:
    page = label_view(chrome, served, tmp_path, ROWS)
    assert "1 row left out, line 5" in page.one("#queue-told").text
    seen = [place(page)]
    for _ in range(3):
        page.press("j")
        seen.append(place(page))
    assert seen == ["half", "near", "sure", "none"]
    page.press(Keys.ENTER)
    assert "say yourself" in page.told()
    page.press("u")
    assert place(page) == "half"
    page.press("g")
    assert place(page) == "near"
    page.press("h")
    assert place(page) == "sure"
    page.press(Keys.ENTER)
    page.wait(lambda: "Every answer" in page.told())
    assert page.one("#place").text.endswith("4 done")
    (tmp_path / "out").mkdir()
    lines = page.download(tmp_path / "out", "#save").decode().splitlines()
    given = {row["id"]: (row["label"], row.get("spans")) for row in map(json.loads, lines)}
    assert given == {"sure": (True, None), "near": (True, None), "half": (False, None)}
    assert "answers.labelled.jsonl" in page.one("#fit-command").get_attribute("textContent")
    assert page.is_clean()


def test_labelling_begins_while_the_rest_is_judged(
    chrome: Chrome, served: Served, tmp_path: Path
) -> None:
    page = Page(chrome, served, "#label")
    chrome.execute_script(
        """
        const fetched = window.fetch;
        let asked = 0;
        window.fetch = async (url, how) => {
          if (String(url).includes("v1/check")) asked += 1;
          if (asked === 2) await new Promise((go) => { asked += 1; window.go = go; });
          return fetched(url, how);
        };
        """
    )
    words = ["The gold", "The battery gold", "purest gold"]
    rows = [
        {"id": f"{number}", "passages": [PASSAGE], "answer": f"{words[number % 3]} {number}"}
        for number in range(12)
    ]
    (tmp_path / "answers.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    page.open_file("#rows-file", tmp_path / "answers.jsonl")
    page.wait(lambda: "8 of 12 rows judged so far" in page.one("#queue-told").text)
    first = place(page)
    for _ in range(8):
        assert int(place(page)) < 8
        page.press("g")
    assert "being judged" in page.told()
    chrome.execute_script("window.go()")
    page.wait(lambda: "12 answers" in page.one("#queue-told").text)
    page.wait(lambda: int(place(page)) >= 8)
    assert "8 done" in page.one("#place").text
    assert " of 12," in page.one("#place").text
    page.press("h")
    assert int(place(page)) >= 8
    assert int(first) < 8


def test_fifty_labels_given_by_key_make_a_detector_that_is_served(
    chrome: Chrome, served: Served, tmp_path: Path
) -> None:
    known = PASSAGE.removesuffix(".").split()
    rows = [
        {
            "id": f"{wrong}-{n}",
            "passages": [PASSAGE],
            "answer": " ".join(known[:n] + ["gold"] * wrong),
        }
        for n in range(1, 7)
        for wrong in range(9)
    ][:50]
    page = label_view(chrome, served, tmp_path, rows)
    for _ in rows:
        wrong = int(place(page).partition("-")[0])
        page.press("h" if wrong >= 3 else "g")
    assert "50 done" in page.one("#place").text
    (tmp_path / "out").mkdir()
    page.download(tmp_path / "out", "#save")
    [path] = (tmp_path / "out").iterdir()
    examples = [row.example for row in read_rows(path) if row.example is not None]
    assert [example.label for example in examples] == [int(e.id[0]) >= 3 for e in examples]
    save(DETECTORS.get("telling")().fit(examples), tmp_path / "fitted", {"n": len(examples)})
    least = min(int(e.id[0]) / len(e.answer.split()) for e in examples if e.label)
    with serving({"fitted": reference(str(tmp_path / "fitted"))}) as again:
        page = Page(chrome, again)
        page.ask("The battery is gold")
        assert page.one("#least-told").text == f"{least:.2f}"


def test_labels_of_other_dialects_stay_in_their_field(
    chrome: Chrome, served: Served, tmp_path: Path
) -> None:
    row = {"prompt": PASSAGE, "answer": "Gold 🜚!", "labels": [], "id": "12345678901234567890"}
    page = label_view(chrome, served, tmp_path, [row])
    page.settle()
    page.press("h")
    (tmp_path / "out").mkdir()
    [line] = page.download(tmp_path / "out", "#save").decode().splitlines()
    assert json.loads(line) == {**row, "labels": [{"start": 0, "end": 7}]}


def test_on_a_phone_nothing_is_wider_than_the_screen(
    chrome: Chrome, served: Served, tmp_path: Path
) -> None:
    chrome.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", PHONE)
    try:
        page = Page(chrome, served)
        page.ask("The battery is made of " + "gold" * 40)
        page.settle()
        width = "return document.documentElement.scrollWidth"
        assert chrome.execute_script(width) == 390
        assert page.one("#brief").is_displayed()
        page = label_view(chrome, served, tmp_path, ROWS)
        page.settle()
        assert chrome.execute_script(width) == 390
        page.one("[data-verdict=grounded]").click()
        assert place(page) == "near"
    finally:
        chrome.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
