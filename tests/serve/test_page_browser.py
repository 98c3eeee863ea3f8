"""The page at ``/`` in a real browser, against a real server."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from groundgraph.io import read_rows
from groundgraph.registry import DETECTORS
from groundgraph.serve.tokens import digest
from groundgraph.specs import reference, save

pytest.importorskip("selenium", reason="selenium is not installed: pip install 'groundgraph[test]'")

from browsers import Browsed
from selenium.webdriver.common.keys import Keys
from serving import Served, gated, serving, spec

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from selenium.webdriver import Chrome

PASSAGE = "The battery is covered for 24 months."
TWO = {"plain": spec("telling"), "strict": spec("telling", threshold=0.1)}
HOSTILE = "<img src=x onerror=window.pwned=1><script>window.pwned=1</script></textarea><b>bold"
PHONE = {"width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": True}


class Page(Browsed):
    """The page, and what is done to it."""

    def __init__(self, chrome: Chrome, served: Served, fragment: str = "") -> None:
        super().__init__(chrome, f"{served.url}/{fragment}")
        self.served = served

    def write(self, selector: str, text: str) -> None:
        self.chrome.find_element("css selector", selector).send_keys(text)

    def set(self, selector: str, text: str) -> None:
        """Put a text in a field, as pasting it does."""
        said = """
            arguments[0].value = arguments[1];
            arguments[0].dispatchEvent(new Event("input", { bubbles: true }));
        """
        self.chrome.execute_script(said, self.chrome.find_element("css selector", selector), text)

    def ask(self, answer: str, passage: str = PASSAGE) -> None:
        self.set("#given textarea", passage)
        self.set("#answer", answer)

    def told(self) -> str:
        return str(self.one("#told").text)

    def open_file(self, selector: str, path: Path) -> None:
        self.chrome.find_element("css selector", selector).send_keys(str(path))

    def marks(self) -> list[tuple[str, str]]:
        """Return text and outcome of what is marked in the field itself."""
        return [
            (part.get_attribute("textContent"), part.get_attribute("class").split()[1])
            for part in self.all("#marks .claim")
        ]

    def download(self, folder: Path, selector: str) -> bytes:
        """Return the file that a click brings."""
        told = {"behavior": "allow", "downloadPath": str(folder), "eventsEnabled": True}
        self.chrome.execute_cdp_cmd("Browser.setDownloadBehavior", told)
        self.one(selector).click()
        self.wait(lambda: [f for f in folder.iterdir() if f.suffix not in {".crdownload", ".tmp"}])
        [found] = folder.iterdir()
        return found.read_bytes()

    def is_clean(self) -> bool:
        """Say whether nothing was refused by the policy, and nothing asked of anyone else."""
        asked = {url for url in self.requests() if not url.startswith("blob:")}
        own = all(url.startswith(self.served.url) for url in asked)
        return own and self.complaints() == []


@pytest.fixture
def served() -> Iterator[Served]:
    with serving(TWO) as running:
        yield running


def test_claims_are_marked_as_one_types(chrome: Chrome, served: Served) -> None:
    page = Page(chrome, served)
    page.write("#given textarea", PASSAGE)
    page.write("#answer", "The battery is")
    assert page.marks() == [("The battery is", "supported")]
    page.write("#answer", " made of purest gold")
    assert page.marks() == [("The battery is made of purest gold", "unsupported")]
    assert page.told() == "hallucinated · 0.57 · 1 of 1 claim flagged"
    assert page.one("#panel .evidence b").text == "1"
    assert PASSAGE in page.one("#panel .evidence").text
    assert page.one("#spec pre").get_attribute("textContent").startswith("{")
    assert page.one(".features th").get_attribute("textContent") == "novelty"
    assert page.is_clean()


def test_marks_stay_where_their_claims_are_until_the_next_verdict(
    chrome: Chrome, served: Served
) -> None:
    page = Page(chrome, served)
    page.ask("The battery is")
    assert len(page.marks()) == 1
    typed = """
        const field = document.getElementById("answer");
        field.value = arguments[0];
        field.dispatchEvent(new Event("input", { bubbles: true }));
        return [...document.querySelectorAll("#marks .claim")].map((mark) => mark.textContent);
    """
    assert chrome.execute_script(typed, "So! The battery is") == ["The battery is"]
    assert chrome.execute_script(typed, "So! The bat") == []
    page.settle()


def test_the_last_text_is_what_is_shown(chrome: Chrome) -> None:
    gate, detectors = gated()
    with serving(detectors) as served:
        page = Page(chrome, served)
        page.ask("The battery is")
        page.wait(gate.begun.is_set)
        page.set("#answer", "Wholly different words")
        page.wait(lambda: served.metrics.items == 1)
        gate.open.set()
        assert page.marks() == [("Wholly different words", "unsupported")]
        assert [list(b) for b in gate.batches] == [["The battery is"], ["Wholly different words"]]
        assert page.complaints() == []


def test_texts_stay_texts(chrome: Chrome, served: Served) -> None:
    page = Page(chrome, served)
    page.set("#question", HOSTILE)
    page.ask(f"{HOSTILE} words", f"<p>{HOSTILE}</p>")
    for summary in page.all("#detail summary"):
        summary.click()
    assert "onerror" in page.one("#detail .answer").text
    assert chrome.execute_script("return window.pwned") is None
    assert page.all("img, #detail script, #marks b, #detail .text b") == []
    assert page.is_clean()


def test_a_file_is_a_passage_and_an_address_is_not_fetched(
    chrome: Chrome, served: Served, tmp_path: Path
) -> None:
    (tmp_path / "terms.html").write_text(f"<h1>Terms</h1><p>{PASSAGE}</p>", encoding="utf-8")
    (tmp_path / "terms.pdf").write_bytes(b"%PDF-1.7\n\xff\xfe")
    page = Page(chrome, served)
    page.open_file("#passage-files", tmp_path / "terms.html")
    page.wait(lambda: page.one("#given .name").text == "1 · terms.html")
    assert page.one("#given textarea").get_attribute("value").startswith("<h1>")
    page.open_file("#passage-files", tmp_path / "terms.pdf")
    page.wait(lambda: "PDF" in page.one("#files-told").text)
    page.one("#add-passage").click()
    assert page.focused().get_attribute("aria-label") == "Passage 2"
    page.press("https://example.org/terms")
    assert "not fetched" in page.all("#given .address")[1].text
    page.set("#answer", "battery is covered")
    assert page.told().startswith("grounded")
    assert page.is_clean()


def test_a_conversation_is_sent_as_turns(chrome: Chrome, served: Served) -> None:
    page = Page(chrome, served)
    page.one("#add-turn").click()
    page.press("How long is the battery covered?")
    page.one("#add-turn").click()
    page.press("For 24 months.")
    page.set("#question", "And the motor?")
    page.ask("The battery")
    said = [part.get_attribute("textContent") for part in page.all("#detail .turns dt")]
    assert said == ["user", "assistant", "user"]


def test_the_threshold_moves_the_label_and_says_so(chrome: Chrome, served: Served) -> None:
    page = Page(chrome, served)
    page.ask("The battery is gold")
    assert page.told().startswith("grounded · 0.25")
    page.one("#least").send_keys(Keys.HOME, *[Keys.ARROW_RIGHT] * 20)
    assert page.told().startswith("hallucinated at threshold 0.20 · 0.25")
    assert "Only the label moves" in page.one("#moved").text
    assert page.marks() == [("The battery is gold", "supported")]
    page.one("#least-back").click()
    assert page.told().startswith("grounded")
    assert not page.one("#moved").is_displayed()


def test_detectors_stand_side_by_side(chrome: Chrome, served: Served) -> None:
    page = Page(chrome, served)
    page.ask("The battery is gold")
    first, second = page.all("#detectors input")
    second.click()
    buttons = [part.text for part in page.all(".verdicts button")]
    assert buttons == ["plain ✓grounded 0.25", "strict !hallucinated 0.25"]
    page.all(".verdicts button")[1].click()
    assert page.one("#least-told").text == "0.10"
    first.click()
    assert page.told().startswith("hallucinated")
    page.settle()
    second.click()
    assert second.is_selected()


def test_the_shared_file_is_the_report(chrome: Chrome, served: Served, tmp_path: Path) -> None:
    page = Page(chrome, served)
    page.ask("The battery is made of purest gold")
    shared = page.download(tmp_path, "#share")
    assert page.is_clean()
    [path] = tmp_path.iterdir()
    report = Browsed(chrome, path.as_uri())
    assert report.one("#detail .answer").text.endswith("made of purest gold")
    assert report.requests() == {path.as_uri()}
    assert b"default-src &#39;none&#39;" in shared


def test_a_token_is_asked_for_once_and_kept_nowhere(chrome: Chrome) -> None:
    token = "a-token-of-this-test"
    with serving(TWO, tokens=(digest(token),)) as served:
        page = Page(chrome, served)
        page.wait(lambda: page.one("#unlock").is_displayed())
        assert page.focused().get_attribute("id") == "token"
        page.press("not-the-right-token", Keys.ENTER)
        page.wait(lambda: "try another" in page.one("#token-told").text)
        page.press(token, Keys.ENTER)
        page.wait(lambda: len(page.all("#detectors input")) == 2)
        page.ask("The battery is")
        assert page.told().startswith("grounded")
        assert not page.one("#unlock").is_displayed()
        kept = "return JSON.stringify([{...localStorage}, {...sessionStorage}, document.cookie])"
        assert token not in chrome.execute_script(kept)
        assert token not in chrome.page_source


def test_a_busy_server_is_asked_again(chrome: Chrome) -> None:
    gate, detectors = gated()
    with serving(detectors, queue=1) as served:
        first = served.in_thread({"passages": [PASSAGE], "answer": "first"})
        assert gate.begun.wait(60)
        second = served.in_thread({"passages": [PASSAGE], "answer": "second"})
        served.metrics.await_queued(1)
        page = Page(chrome, served)
        page.ask("The battery is")
        page.wait(lambda: "trying again" in page.chrome.find_element("id", "told").text)
        gate.open.set()
        page.wait(lambda: page.marks() == [("The battery is", "supported")])
        assert first.response().status_code == second.response().status_code == 200


def test_what_was_typed_is_replaced_only_when_asked(chrome: Chrome, served: Served) -> None:
    page = Page(chrome, served)
    page.one("#example").click()
    assert page.one("#answer").get_attribute("value").startswith("The battery is covered for 60")
    page.one("#clear").click()
    chrome.switch_to.alert.dismiss()
    assert page.one("#answer").get_attribute("value") != ""
    page.one("#clear").click()
    chrome.switch_to.alert.accept()
    assert page.one("#answer").get_attribute("value") == ""
    assert page.focused().get_attribute("id") == "question"
    assert "Type or paste" in page.one("#detail").text


def test_an_error_is_told_where_the_verdict_stands(chrome: Chrome) -> None:
    with serving({"brittle": spec("brittle")}) as served:
        page = Page(chrome, served)
        page.ask("boom")
        assert "boom" in page.told()
        page.ask("The battery")
        assert page.told().startswith("grounded")


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


def test_every_control_has_a_name_and_the_focus_goes_in_reading_order(
    chrome: Chrome, served: Served
) -> None:
    page = Page(chrome, served)
    page.ask("The battery is gold")
    page.settle()
    controls = page.all("button, input, textarea, select, a, [role=button]")
    assert all(each.accessible_name for each in controls if each.is_displayed())
    page.one("#question").click()
    order = []
    for _ in range(4):
        page.press(Keys.TAB)
        order.append(page.focused().get_attribute("id") or page.focused().accessible_name)
    assert order == ["add-turn", "answer", "Remove the passage", "Passage 1"]
