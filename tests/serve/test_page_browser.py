"""The page at ``/`` in a real browser, against a real server."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from groundgraph.serve.tokens import digest

pytest.importorskip("selenium", reason="selenium is not installed: pip install 'groundgraph[test]'")

from browsers import Browsed
from check_page import PASSAGE, Page
from selenium.webdriver.common.keys import Keys
from serving import gated, serving, spec

if TYPE_CHECKING:
    from pathlib import Path

    from selenium.webdriver import Chrome
    from serving import Served

HOSTILE = "<img src=x onerror=window.pwned=1><script>window.pwned=1</script></textarea><b>bold"


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
    with serving(
        {"plain": spec("telling"), "strict": spec("telling")}, tokens=(digest(token),)
    ) as served:
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
        assert "a fault of groundgraph" in page.told()
        page.ask("The battery")
        assert page.told().startswith("grounded")


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


def test_a_verdict_with_knowledge_graphs_is_drawn_with_its_own_threshold(chrome: Chrome) -> None:
    detectors = {
        "kea": {"kind": "detector", "name": "kea", "parameters": {}},
        "plain": spec("telling"),
    }
    with serving(detectors) as served:
        page = Page(chrome, served)
        page.ask("The battery is covered for 60 months.")
        assert page.told().startswith("hallucinated")
        triple = page.all("#triples .triple[data-view]")[0]
        assert triple.get_attribute("aria-label").startswith(
            "Answer: battery – is covered for – 60"
        )
        assert page.one("#least-told").text == "0.30"
        assert page.one("#least").get_attribute("value") == "0.3"
        page.one("#clear").click()
        chrome.switch_to.alert.accept()
        assert page.is_clean()
