"""The report in a real browser; skipped where chromium and chromedriver are not installed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from groundgraph.report.html import ReportWriter
from groundgraph.report.page import in_one_scope
from groundgraph.report.tables import write_tables
from groundgraph.types import Example, Passage, Triple

if TYPE_CHECKING:
    from pathlib import Path

    from selenium.webdriver import Chrome

pytest.importorskip("selenium", reason="selenium is not installed: pip install 'groundgraph[test]'")

from browsers import Browsed
from selenium.common.exceptions import JavascriptException
from selenium.webdriver import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.expected_conditions import staleness_of
from selenium.webdriver.support.wait import WebDriverWait

HOSTILE = (
    "</script><script>window.pwned=1</script><img src=x onerror=window.pwned=1>"
    "<svg onload=window.pwned=1><!-- \"' javascript:window.pwned=1 \0"
)


class Page(Browsed):
    """A report, opened, with what a reader does to it."""

    def __init__(self, chrome: Chrome, path: Path, fragment: str = "") -> None:
        super().__init__(chrome, path.as_uri() + fragment)

    def chosen(self) -> str:
        return str(self.one("#detail .facts").text)


@pytest.fixture
def small(tmp_path: Path, example: Example, row: dict[str, Any], error_row: dict[str, Any]) -> Path:
    other = Example(
        "Yes, it is.", (Passage("It is."),), question="Is it?", id="plain", generator="model-b"
    )
    quiet = {
        **row,
        "id": "plain",
        "line": 8,
        "label": "grounded",
        "hallucination_score": 0.1,
        "findings": [],
        "edges": [],
    }
    vague = {
        **quiet,
        "id": "vague",
        "line": 10,
        "label": "unverifiable",
        "hallucination_score": None,
        "reason": "It makes no claim.",
    }
    with ReportWriter(tmp_path / "report.html", "Small run") as writer:
        writer.add(other, quiet)
        writer.add(example, row)
        writer.add(None, error_row)
        writer.add(other, vague)
    return tmp_path / "report.html"


def test_it_opens_on_the_worst_answer_without_complaint_or_request(
    chrome: Chrome, small: Path
) -> None:
    page = Page(chrome, small)
    assert "tower" in page.chosen()
    assert page.one("#status").text == "4 answers"
    assert page.complaints() == []
    assert page.requests() == {small.as_uri()}


def test_the_answer_is_marked_by_outcome_in_more_than_colour(chrome: Chrome, small: Path) -> None:
    page = Page(chrome, small)
    claims = page.all(".answer .claim")
    assert [c.text for c in claims][1] == "It is 400 metres tall."
    lines = [c.value_of_css_property("text-decoration-style") for c in claims]
    assert lines == ["solid", "double", "wavy", "dotted"]
    assert [c.get_attribute("data-mark") for c in claims] == ["1", "2≠", "3!", "4?"]


def test_a_claim_that_cites_the_wrong_passages_is_marked_and_named(
    chrome: Chrome, tmp_path: Path, example: Example, row: dict[str, Any]
) -> None:
    row["findings"][0]["citation"] = "elsewhere"
    row["findings"][1]["citation"] = "elsewhere"
    with ReportWriter(tmp_path / "report.html", "Citations") as writer:
        writer.add(example, row)

    page = Page(chrome, tmp_path / "report.html")

    claims = page.all(".answer .claim")
    assert [c.get_attribute("data-mark") for c in claims] == ["1↪", "2≠", "3!", "4?"]
    assert claims[0].value_of_css_property("text-decoration-style") == "dashed"
    legends = [each.text for each in page.all(".legend")]
    assert "↪ citation not by the passages cited" in legends[0]


def test_clicking_a_claim_shows_its_evidence_highlighted_in_the_passage(
    chrome: Chrome, small: Path
) -> None:
    page = Page(chrome, small)
    page.all(".answer .claim")[0].click()
    panel = page.one("#panel")
    assert "This claim is supported." in panel.text
    assert page.one("#panel mark").text == "finished in 1889"
    assert "history" in panel.text
    before = len(page.one("#panel .evidence .text").text)
    page.one("#panel .link").click()
    assert len(page.one("#panel .evidence .text").text) > before + 500
    assert page.fragment() == "line=7&claim=1"


def test_from_which_score_a_claim_is_flagged_stands_clear_of_the_bar(
    chrome: Chrome, tmp_path: Path, example: Example, row: dict[str, Any]
) -> None:
    with ReportWriter(tmp_path / "report.html") as writer:
        writer.add(example, {**row, "threshold": 0.5})
    page = Page(chrome, tmp_path / "report.html")
    page.all(".answer .claim")[0].click()
    bar, told = page.one("#panel .bar").rect, page.one("#panel .bar + .muted").rect
    assert page.one("#panel .bar + .muted").text.startswith("Flagged from")
    assert told["y"] >= bar["y"] + bar["height"] + 6


def test_graph_and_answer_light_each_other(chrome: Chrome, small: Path) -> None:
    page = Page(chrome, small)
    assert len(page.all("#graph .edge")) == 3
    assert [n.get_attribute("data-node") for n in page.all("#graph .alone")] == ["c:2"]
    ActionChains(chrome).move_to_element(page.all(".answer .claim")[0]).perform()
    assert page.one("#graph .edge.hot").get_attribute("data-to") == "c:0"
    ActionChains(chrome).move_to_element(page.one("#graph .node[data-node='c:1']")).perform()
    assert [c.text for c in page.all(".answer .claim.hot")] == ["It is 400 metres tall."]
    page.one("#graph .node[data-node='c:1']").click()
    assert "contradicted" in page.one("#panel .bar").text


def test_filters_narrow_the_list_and_say_so(chrome: Chrome, small: Path) -> None:
    page = Page(chrome, small)
    page.one("[data-label=grounded]").click()
    assert page.one("#status").text == "1 of 4 answers"
    assert "plain" in page.chosen()
    page.one("[data-label=error]").click()
    assert page.one("#status").text == "2 of 4 answers"
    page.one("[data-label=grounded]").click()
    assert "'passages' must be a list" in page.one("#detail .reason").text
    page.one("[data-label=error]").click()
    page.one("#search").send_keys("TOWER tall")
    assert [item.get_attribute("data-row") for item in page.all(".item")] == ["1"]
    page.press("q")
    assert page.one("#detail").text == "No answer matches the filters."
    page.press(Keys.ESCAPE)
    page.one("#least").send_keys("0.5")
    assert page.one("#status").text == "1 of 4 answers"
    page.one("#least").clear()
    page.one("#generator").send_keys("model-b")
    assert page.one("#status").text == "2 of 4 answers"


def test_the_graph_keeps_the_focus_when_the_window_changes(chrome: Chrome, small: Path) -> None:
    page = Page(chrome, small, "#line=7")
    node = page.one("#graph .node[data-node='c:2']")
    chrome.execute_script("arguments[0].focus()", node)
    chrome.set_window_size(1000, 800)
    try:
        WebDriverWait(chrome, 10).until(staleness_of(node))
        assert page.focused().get_attribute("data-node") == "c:2"
    finally:
        chrome.set_window_size(1400, 900)


def test_sorting_by_input_order(chrome: Chrome, small: Path) -> None:
    page = Page(chrome, small)
    page.one("#sort").send_keys("input")
    assert [item.get_attribute("data-row") for item in page.all(".item")] == ["0", "1", "2", "3"]


def test_the_keyboard_reaches_everything(chrome: Chrome, small: Path) -> None:
    page = Page(chrome, small)
    page.press("/")
    assert page.focused().get_attribute("id") == "search"
    page.press(Keys.ENTER, Keys.ARROW_DOWN)
    assert page.focused().get_attribute("role") == "listbox"
    assert "plain" in page.chosen()
    page.press("k", Keys.ENTER)
    assert page.focused().text == "It is 400 metres tall."
    page.press("n")
    assert page.focused().text == "Its paint is changed every year."
    page.press(Keys.ARROW_RIGHT)
    assert page.focused().text == "Wow!"
    page.press(Keys.TAB)
    assert page.focused().get_attribute("aria-label") == "Previous claim"
    page.press(Keys.TAB, Keys.ENTER)
    assert page.focused().get_attribute("data-node") == "p:history"
    assert page.one(".passage.found h3").text == "passage history"
    page.press(Keys.ESCAPE)
    assert page.focused().get_attribute("id") == "list"
    page.press(Keys.END)
    assert page.one("[aria-selected=true]").get_attribute("data-row") == "2"
    active = page.one("#list").get_attribute("aria-activedescendant")
    assert active == page.one("[aria-selected=true]").get_attribute("id")


def test_the_address_leads_to_an_answer_and_a_claim(chrome: Chrome, small: Path) -> None:
    page = Page(chrome, small, "#line=7&claim=3")
    assert "claim 3 of 4" in page.one("#panel").text
    page = Page(chrome, small, "#line=10")
    assert "It makes no claim." in page.one("#detail .reason").text


def test_on_a_phone_an_answer_replaces_the_list_and_back_returns(
    chrome: Chrome, small: Path
) -> None:
    size = {"width": 390, "height": 800, "deviceScaleFactor": 1, "mobile": True}
    chrome.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    try:
        page = Page(chrome, small)
        assert not page.one("#detail").is_displayed()
        page.all(".item")[0].click()
        assert not page.one("#list").is_displayed()
        page.all(".answer .claim.contradicted")[0].click()
        assert page.one("#panel mark").is_displayed()
        assert chrome.execute_script("return document.documentElement.scrollWidth") == 390
        chrome.back()
        assert page.one("#list").is_displayed()
    finally:
        chrome.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_the_theme_button_turns_the_page_dark(chrome: Chrome, small: Path) -> None:
    page = Page(chrome, small)
    colour = page.one("body").value_of_css_property("background-color")
    page.one("#theme").click()
    assert page.one("body").value_of_css_property("background-color") != colour
    page.one("#theme").click()
    assert page.one("body").value_of_css_property("background-color") == colour


def test_a_thousand_long_answers_put_few_nodes_into_the_page(
    chrome: Chrome, tmp_path: Path, example: Example, row: dict[str, Any]
) -> None:
    with ReportWriter(tmp_path / "report.html") as writer:
        for line in range(1, 1001):
            writer.add(example, {**row, "line": line})
    page = Page(chrome, tmp_path / "report.html")
    nodes = "return document.querySelectorAll('body :not(script)').length"
    page.settle()
    at_first = chrome.execute_script(nodes)
    assert at_first < 500
    page.one("#list").click()
    page.press(Keys.END)
    assert "line 1000" in page.chosen()
    page.press(Keys.HOME, *(Keys.PAGE_DOWN * 20))
    assert chrome.execute_script(nodes) < at_first + 150
    assert 0 < len(page.all(".item")) < 40
    assert page.complaints() == []


def test_all_of_twelve_thousand_answers_are_searched_and_opened(
    chrome: Chrome, tmp_path: Path, example: Example, row: dict[str, Any]
) -> None:
    last = Example(
        "A walrus swam past.", (Passage("It did."),), question="What?", generator="model-z"
    )
    with ReportWriter(tmp_path / "report.html") as writer:
        for line in range(1, 12_000):
            writer.add(example, {**row, "line": line, "label": "grounded"})
        writer.add(last, {**row, "line": 12_000, "label": "grounded", "findings": []})
    page = Page(chrome, tmp_path / "report.html")
    assert page.one("#status").text == "12,000 answers"
    page.one("#search").send_keys("walrus")
    assert page.one("#status").text == "1 of 12,000 answers"
    assert "line 12000" in page.chosen()
    assert page.one(".answer").text == "A walrus swam past."
    page.one("#search").clear()
    page = Page(chrome, tmp_path / "report.html", "#line=11999&claim=3")
    assert "claim 3 of 4" in page.one("#panel").text
    assert page.complaints() == []
    assert page.requests() == {(tmp_path / "report.html").as_uri()}


def test_a_key_that_is_held_down_ends_on_the_answer_that_the_list_shows(
    chrome: Chrome, tmp_path: Path, example: Example, row: dict[str, Any]
) -> None:
    with ReportWriter(tmp_path / "report.html") as writer:
        for line in range(1, 101):
            writer.add(example, {**row, "line": line})
    page = Page(chrome, tmp_path / "report.html")
    page.press(*("j" * 57), "n")
    assert "line 58" in page.chosen()
    assert page.one("[aria-selected=true]").get_attribute("data-row") == "57"
    assert page.fragment().startswith("line=58&claim=")


def test_parts_of_a_report_lead_to_each_other(
    chrome: Chrome, tmp_path: Path, example: Example, row: dict[str, Any]
) -> None:
    with ReportWriter(tmp_path / "my report.html", max_rows=2) as writer:
        for line in range(1, 6):
            writer.add(example, {**row, "line": line})
    page = Page(chrome, tmp_path / "my report.html")
    assert page.one(".parts b").text == "1"
    page.all(".parts a")[1].click()
    assert page.one(".parts b").text == "3"
    assert page.one("#status").text == "1 answer"
    assert "line 5" in page.chosen()
    page.all(".parts a")[0].click()
    assert page.one("#status").text == "2 answers"
    assert page.complaints() == []


def test_hostile_text_is_inert_wherever_it_stands(
    chrome: Chrome, tmp_path: Path, row: dict[str, Any]
) -> None:
    evidence = {"passage_id": HOSTILE, "start": 0, "end": 9, "score": 0.1, "text": HOSTILE}
    finding = {
        "claim": HOSTILE,
        "start": 0,
        "end": len(HOSTILE),
        "outcome": "unsupported",
        "score": 0.5,
        "evidence": [evidence],
        "explanation": HOSTILE,
    }
    hostile = {
        **row,
        "id": HOSTILE,
        "reason": HOSTILE,
        "findings": [finding],
        "features": {HOSTILE: 1},
        "edges": [["q", f"p:{HOSTILE}", 0.5]],
        "detector": {"name": HOSTILE},
    }
    error = {"type": HOSTILE, "message": HOSTILE, "field": HOSTILE}
    example = Example(
        HOSTILE, (Passage(HOSTILE, HOSTILE),), question=HOSTILE, id=HOSTILE, generator=HOSTILE
    )
    with ReportWriter(tmp_path / "report.html", HOSTILE) as writer:
        writer.add(example, hostile)
        writer.add(None, {"id": HOSTILE, "line": 8, "error": error})
        writer.add(None, {**hostile, "line": 9})
    page = Page(chrome, tmp_path / "report.html")
    page.all(".answer .claim")[0].click()
    for summary in page.all("#detail summary"):
        summary.click()
    page.one("#list").send_keys("jj")
    assert "onerror" in page.one("#detail").text
    assert chrome.execute_script("return window.pwned") is None
    assert page.all("img") == []
    assert page.complaints() == []
    assert page.requests() == {(tmp_path / "report.html").as_uri()}


def test_the_bench_page_opens_without_complaint_or_request(chrome: Chrome, tmp_path: Path) -> None:
    cells = [
        {"row": row, "metric": "auroc", "value": 0.5, "ci95": [0.4, 0.6], "paper": 0.55, "n": 9}
        for row in ("a", HOSTILE)
    ]
    path = tmp_path / "report.html"
    write_tables(path, {"bench": HOSTILE, "tables": {HOSTILE: cells}, "notes": {HOSTILE: HOSTILE}})
    page = Page(chrome, path)
    assert len(page.all("circle.ours")) == 3
    assert chrome.execute_script("return window.pwned") is None
    assert page.complaints() == []
    assert page.requests() == {path.as_uri()}


def with_graphs(row: dict[str, Any]) -> dict[str, Any]:
    """Add a contradicted, an equal and an unmatched triple, and a cycle."""
    triples = [
        ("answer", ["the tower", "was built in", "1889"], "same", 0, 24, "", 4),
        ("answer", ["the tower", "is", "400 metres tall"], "contradicted", 26, 47, "", 5),
        ("answer", ["the tower", "has", "new paint"], "unmatched", None, None, "", None),
        ("answer", ["new paint", "is on", "the tower"], "unmatched", None, None, "", None),
        ("evidence", ["the tower", "was finished in", "1889"], "same", 2, 31, "history", 0),
        ("evidence", ["the tower", "is", "330 metres tall"], "contradicted", 0, 28, "height", 1),
    ]
    names = ("side", "triple", "state", "start", "end", "passage_id", "partner")
    views = [dict(zip(names, triple, strict=True)) for triple in triples]
    return {**row, "edges": [], "triples": views}


@pytest.fixture
def drawn(tmp_path: Path, example: Example, row: dict[str, Any]) -> Path:
    with ReportWriter(tmp_path / "drawn.html") as writer:
        writer.add(example, with_graphs(row))
    return tmp_path / "drawn.html"


def test_two_knowledge_graphs_are_drawn_side_by_side(chrome: Chrome, drawn: Path) -> None:
    page = Page(chrome, drawn)
    assert len(page.all("#triples .side")) == 2
    assert len(page.all("#triples .triple[data-view]")) == 6
    assert len(page.all("#triples .triple.contradicted")) == 2
    assert len(page.all("#triples .triple.again")) == 1
    assert page.all("#graph") == []
    left, right = page.all("#triples .side")
    assert left.rect["x"] + left.rect["width"] < right.rect["x"] + 40
    assert abs(left.rect["y"] - right.rect["y"]) < 2
    unmatched = page.all("#triples .triple.unmatched rect")[0]
    assert unmatched.value_of_css_property("stroke-dasharray") not in {"none", ""}
    assert page.complaints() == []
    assert page.requests() == {drawn.as_uri()}


def test_pointing_at_a_triple_lights_its_partner_and_its_claim(chrome: Chrome, drawn: Path) -> None:
    page = Page(chrome, drawn)
    ActionChains(chrome).move_to_element(page.one("[data-view='5'] rect")).perform()
    hot = [row.get_attribute("data-view") for row in page.all("#triples .triple.hot")]
    assert hot == ["1", "5"]
    assert [link.get_attribute("data-to") for link in page.all("#triples .link.hot")] == ["5"]
    assert [claim.text for claim in page.all(".answer .claim.hot")] == ["It is 400 metres tall."]
    ActionChains(chrome).move_to_element(page.all(".answer .claim")[0]).perform()
    hot = [row.get_attribute("data-view") for row in page.all("#triples .triple.hot")]
    assert hot == ["0", "4"]


def test_the_keyboard_reaches_every_triple_and_opens_what_it_is_about(
    chrome: Chrome, drawn: Path
) -> None:
    page = Page(chrome, drawn)
    first = page.all("#triples .triple[data-view]")[0]
    chrome.execute_script("arguments[0].focus()", first)
    assert first.get_attribute("aria-label") == "Answer: the tower – was built in – 1889; same"
    reached = []
    for _ in range(6):
        reached.append(page.focused().get_attribute("data-view"))
        if reached[-1] == "1":
            page.press(Keys.ENTER)
            assert "claim 2 of 4" in page.one("#panel .bar").text
        page.press(Keys.TAB)
    assert sorted(reached) == list("012345")
    chrome.execute_script("arguments[0].focus()", page.one("[data-view='5']"))
    page.press(Keys.ENTER)
    assert page.one(".passage.found h3").text == "passage height"


def test_on_a_phone_the_graphs_stand_one_above_the_other(chrome: Chrome, drawn: Path) -> None:
    size = {"width": 390, "height": 800, "deviceScaleFactor": 1, "mobile": True}
    chrome.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    try:
        page = Page(chrome, drawn)
        page.all(".item")[0].click()
        above, below = page.all("#triples .side")
        assert above.rect["y"] + above.rect["height"] <= below.rect["y"]
        assert chrome.execute_script("return document.documentElement.scrollWidth") == 390
    finally:
        chrome.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_many_triples_are_drawn_up_to_a_limit_and_then_listed(
    chrome: Chrome, tmp_path: Path, example: Example, row: dict[str, Any]
) -> None:
    many = with_graphs(row)
    many["triples"] += [
        {**many["triples"][2], "triple": [f"thing {n}", HOSTILE, f"thing {n + 1}"]}
        for n in range(200)
    ]
    with ReportWriter(tmp_path / "many.html") as writer:
        writer.add(example, many)
    page = Page(chrome, tmp_path / "many.html")
    assert len(page.all("#triples .triple[data-view]")) == 42
    page.one("#triples ~ details summary").click()
    assert len(page.all("ul.triples li")) == 164
    assert chrome.execute_script("return window.pwned") is None
    assert page.complaints() == []


@pytest.fixture
def heated(tmp_path: Path, example: Example, attended: dict[str, Any]) -> Path:
    with ReportWriter(tmp_path / "heated.html") as writer:
        writer.add(example, attended)
    return tmp_path / "heated.html"


def test_attention_is_drawn_as_a_strip_and_over_the_subgraph(chrome: Chrome, heated: Path) -> None:
    page = Page(chrome, heated)
    cells, rows = (page.all(f"#triples {part} .triple[data-view]") for part in (".strip", ".side"))
    assert len(cells) == len(rows) == len(page.all("#triples .bar")) == 4
    figures = [figure.text for figure in page.all("#triples .figure")]
    assert figures == ["0.10", "0.60", "0.30", "0.00"]  # Paris leads to the tower
    fills = [cell.find_element(By.TAG_NAME, "rect").value_of_css_property("fill") for cell in cells]
    assert len(set(fills)) == 4
    widths = [bar.rect["width"] for bar in page.all("#triples .bar")]
    assert widths[1] > widths[2] > widths[0] > widths[3]
    assert len(page.all("#triples .side .triple.path")) == 1
    assert "attention 0.60" in page.one("#panel .evidence .source").text
    assert page.complaints() == []
    assert page.requests() == {heated.as_uri()}


def test_the_triple_of_most_attention_has_the_widest_edge_however_small_its_share(
    chrome: Chrome, tmp_path: Path, example: Example, attended: dict[str, Any]
) -> None:
    for view in attended["triples"]:
        view["weight"] /= 10
    attended["edges"] = [["c:0", "p:triple 1", 0.06, "attends"]]
    with ReportWriter(tmp_path / "faint.html") as writer:
        writer.add(example, attended)
    page = Page(chrome, tmp_path / "faint.html")
    lines = page.all("#graph .edge.attends path:not(.reach)")
    widths = sorted(float(line.get_attribute("stroke-width")) for line in lines)

    assert len(widths) == 4
    assert widths == sorted({*widths})
    assert (widths[0], widths[-1]) == (0.75, 4.0)


def test_pointing_at_a_cell_lights_the_triple_and_the_answer(chrome: Chrome, heated: Path) -> None:
    page = Page(chrome, heated)
    cell = page.one("#triples .strip [data-view='1'] rect")
    ActionChains(chrome).move_to_element(cell).perform()
    hot = [row.get_attribute("data-view") for row in page.all("#triples .side .triple.hot")]
    assert hot == ["1"]
    assert len(page.all(".answer .claim.hot")) == 1
    row = page.one("#triples .side [data-view='0']")
    assert row.get_attribute("aria-label") == (
        "Triple 1: the tower – was built in – 1889; path, 0.60 of the attention"
    )


def test_on_a_phone_the_heated_subgraph_fits_its_width(chrome: Chrome, heated: Path) -> None:
    size = {"width": 390, "height": 800, "deviceScaleFactor": 1, "mobile": True}
    chrome.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    try:
        page = Page(chrome, heated)
        page.all(".item")[0].click()
        assert page.one("#triples svg").rect["width"] <= 390
        assert chrome.execute_script("return document.documentElement.scrollWidth") == 390
    finally:
        chrome.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_passages_that_disagree_stand_face_to_face(
    chrome: Chrome, tmp_path: Path, example: Example, row: dict[str, Any]
) -> None:
    sides = [
        {"passage_id": "history", "text": "Finished in <1889>.", "value": "1889", "date": "2001"},
        {"passage_id": "height", "text": "Finished in 1890.", "value": "1890"},
    ]
    placed = [{"start": None, "end": None} | side for side in sides]
    about = {"kind": "date", "explanation": "They disagree."}
    conflict = {**about, "claims": [0], "named": False, "sides": placed}
    edges = [*row["edges"], ["p:history", "p:height", 1.0, "opposes"]]
    with ReportWriter(tmp_path / "report.html", "Conflict") as writer:
        writer.add(example, {**row, "conflicts": [conflict], "edges": edges})
    page = Page(chrome, tmp_path / "report.html")

    assert [side.text for side in page.all(".conflict .side")] == [
        "passage history · 2001\nFinished in <1889>.",
        "passage height\nFinished in 1890.",
    ]
    assert [mark.text for mark in page.all(".conflict mark")] == ["1889", "1890"]
    assert "Bears on claim 1; the answer does not tell of it." in page.one(".conflict").text
    assert len(page.all("#graph .edge.opposes")) == 1
    assert page.one("#graph .edge.opposes .sign").text == "⇄"
    assert page.one(".item .conflicts").text == "⇄ 1"
    assert page.complaints() == []


def test_each_detector_has_its_verdict_and_all_share_one_graph(
    chrome: Chrome, tmp_path: Path, example: Example, row: dict[str, Any]
) -> None:
    finding = {**row["findings"][1], "outcome": "supported"}
    kea = {**row, "label": "grounded", "hallucination_score": 0.2, "findings": [finding]}
    kea |= {"edges": [["p:history", "p:height", 0.5, "links"]], "detector": {"name": "kea"}}
    with ReportWriter(tmp_path / "report.html") as writer:
        writer.add(example, row, kea)
    page = Page(chrome, tmp_path / "report.html", "#line=7")

    assert [each.text for each in page.all(".verdicts button")] == [
        "egc !hallucinated 0.83",
        "kea ✓grounded 0.20",
    ]
    assert "beside it kea" in page.one("header").text
    assert len(page.all("#graph .node.is-claim")) == 4
    against = page.one("#graph .edge.contradicts")
    told = against.find_element(By.TAG_NAME, "title").get_attribute("textContent")
    assert told.splitlines()[0] == "Passage height contradicts Claim 2 (egc)"
    assert "Passage height supports Claim 2 (kea)" in told
    assert len(page.all("#graph .edge.links.others .head")) == 1
    assert page.all("#graph .edge.contradicts.others") == []
    assert "Faint lines and italic boxes: other detectors." in page.one("#graph-note").text

    page.all(".verdicts button")[1].click()
    assert page.one("#detail .bar .badge.grounded").is_displayed()
    assert page.focused().text.startswith("kea")
    assert [claim.text for claim in page.all(".answer .claim")] == ["It is 400 metres tall."]
    page.all("#graph .node.is-claim:not(.supported)")[0].click()
    assert page.one(".verdicts [aria-pressed=true]").text.startswith("egc")
    assert page.complaints() == []


def test_the_legend_leaves_kinds_out_and_shows_sentences(chrome: Chrome, small: Path) -> None:
    page = Page(chrome, small, "#line=7")
    tools = {tool.text.split()[0]: tool for tool in page.all("#graph-tools button")}
    assert list(tools) == ["contradicts", "entails", "similar", "sentences"]
    chrome.execute_script("arguments[0].focus()", tools["contradicts"])
    page.press(Keys.SPACE)
    assert page.all("#graph .edge.contradicts") == []
    assert len(page.all("#graph .edge")) == 3  # what is near is drawn in its place
    assert page.focused().text.startswith("contradicts")
    assert page.focused().get_attribute("aria-pressed") == "false"
    page.press(Keys.TAB, Keys.TAB, Keys.TAB, Keys.ENTER)
    assert [unit.text for unit in page.all("#graph .node.is-unit")] == [
        "finished in 1889",
        "330 metres",
    ]
    page.all("#graph .node.is-unit")[1].click()
    assert page.one(".passage.found h3").text == "passage height"


def test_of_two_hundred_passages_those_that_bear_on_the_claim_are_drawn(
    chrome: Chrome, tmp_path: Path, row: dict[str, Any]
) -> None:
    passages = tuple(Passage(f"Town {n} is small.", str(n)) for n in range(200))
    answer = "".join(finding["claim"] for finding in row["findings"])
    findings = [{**finding, "evidence": []} for finding in row["findings"]]
    edges = [[f"p:{n}", f"c:{n % 4}", 0.3 + n / 400] for n in range(200)]
    edges += [["p:197", "p:5", 1.0, "opposes"]]
    many = {**row, "findings": findings, "edges": edges}
    with ReportWriter(tmp_path / "report.html") as writer:
        writer.add(Example(answer, passages), many)
    page = Page(chrome, tmp_path / "report.html", "#line=7&claim=2")

    drawn = [node.get_attribute("data-node") for node in page.all("#graph .node")]
    assert "c:1" in drawn
    assert {"p:197", "p:5"} <= set(drawn)
    assert len(drawn) < 20
    assert page.one("#graph > svg").rect["height"] < 800
    page.all(".answer .claim")[0].click()
    drawn = [node.get_attribute("data-node") for node in page.all("#graph .node")]
    assert ("c:0" in drawn, "c:1" in drawn, "p:196" in drawn) == (True, False, True)
    [more] = [tool for tool in page.all("#graph-tools button") if tool.text.startswith("all nodes")]
    more.click()
    assert len(page.all("#graph .node")) == 204
    assert page.complaints() == []


def test_what_no_edge_reaches_is_left_out_until_it_is_asked_for(
    chrome: Chrome, tmp_path: Path, row: dict[str, Any]
) -> None:
    passages = tuple(Passage(f"Town {n} is small.", str(n)) for n in range(3))
    findings = [{**row["findings"][2], "claim": "Yes.", "start": 0, "end": 4, "evidence": []}]
    one = {**row, "findings": findings, "edges": [["p:1", "c:0", 0.7]]}
    with ReportWriter(tmp_path / "report.html") as writer:
        writer.add(Example("Yes.", passages, question="Is it small?"), one)
    page = Page(chrome, tmp_path / "report.html")

    def drawn() -> list[str | None]:
        return [node.get_attribute("data-node") for node in page.all("#graph .node")]

    assert drawn() == ["p:1", "c:0"]
    [more] = [tool for tool in page.all("#graph-tools button") if tool.text.startswith("all nodes")]
    assert more.text == "all nodes (2 more, which no edge reaches)"
    more.click()
    assert drawn() == ["q", "p:0", "p:1", "p:2", "c:0"]
    assert page.one("#graph-note").text == "Line width: how near."


def test_what_supports_a_claim_is_drawn_no_thinner_than_what_is_near_it(
    chrome: Chrome, tmp_path: Path, row: dict[str, Any]
) -> None:
    passages = (Passage("It opened in 1972.", "1"), Passage("It opened in 1974.", "2"))
    near = {"passage_id": "1", "start": 0, "end": 18, "score": 0.4, "text": passages[0].text}
    claim = {"claim": "In 1972.", "start": 0, "end": 8, "outcome": "supported", "evidence": [near]}
    one = {**row, "findings": [{**row["findings"][0], **claim}], "edges": [["p:2", "c:0", 1.0]]}
    with ReportWriter(tmp_path / "report.html") as writer:
        writer.add(Example("In 1972.", passages), one)
    page = Page(chrome, tmp_path / "report.html")

    widths = {
        kind: float(page.one(f"#graph .edge.{kind} path:not(.reach)").get_attribute("stroke-width"))
        for kind in ("entails", "similar")
    }
    assert widths["entails"] > widths["similar"]
    assert [tool.text.split()[0] for tool in page.all("#graph-tools button")][:2] == [
        "entails",
        "similar",
    ]


def test_a_function_that_two_scripts_define_is_an_error_of_syntax(chrome: Chrome) -> None:
    script = in_one_scope("function spoken() {}\nfunction spoken() {}\n")
    with pytest.raises(JavascriptException, match="already been declared"):
        chrome.execute_script(script)
    assert chrome.execute_script(in_one_scope("function spoken() {}\n") + "return 1") == 1


def test_nodes_that_begin_alike_are_told_apart_in_any_width(
    chrome: Chrome, tmp_path: Path, row: dict[str, Any]
) -> None:
    said = "The most that an adult may take of this medicine within one day is"
    passages = (
        Passage(f"{said} 40 mg.", "leaflet-2019"),
        Passage(f"{said} 60 mg.", "leaflet-2024"),
    )
    edges = [["p:leaflet-2019", "c:0", 0.9], ["p:leaflet-2024", "c:0", 0.9]]
    finding = {**row["findings"][2], "claim": "40 mg.", "start": 0, "end": 6}
    with ReportWriter(tmp_path / "report.html") as writer:
        writer.add(Example("40 mg.", passages), {**row, "findings": [finding], "edges": edges})
    page = Page(chrome, tmp_path / "report.html")

    nodes = page.all("#graph .node.is-passage")
    marks = [node.find_element(By.CLASS_NAME, "mark").text for node in nodes]
    assert marks == ["leaflet-2019", "leaflet-2024"]
    texts = [node.find_elements(By.TAG_NAME, "text")[1].text for node in nodes]
    assert all(text.startswith("The most that an adult may take") for text in texts)
    assert [text[-6:] for text in texts] == ["40 mg.", "60 mg."]
    boxes = [box.rect["width"] for box in page.all("#graph .node rect")]
    assert boxes[0] > 2 * boxes[2]  # the short claim leaves its room to the evidence


def test_triples_are_nodes_with_their_number_and_their_sentence(
    chrome: Chrome, tmp_path: Path, row: dict[str, Any]
) -> None:
    triples = (Triple("Nordlyd", "makes", "Velora"), Triple("Nordlyd", "founded_by", "Karin Holm"))
    edges = [
        ["p:triple 1", "c:0", 0.9],
        ["p:triple 2", "c:0", 0.3],
        ["q", "p:triple 1", 1, "links"],
    ]
    finding = {**row["findings"][2], "claim": "Sweden", "start": 0, "end": 6}
    with ReportWriter(tmp_path / "report.html") as writer:
        writer.add(
            Example("Sweden", triples=triples), {**row, "findings": [finding], "edges": edges}
        )
    page = Page(chrome, tmp_path / "report.html")

    assert [node.text for node in page.all("#graph .node.is-knowledge")] == [
        "1\nNordlyd makes Velora.",
        "2\nNordlyd was founded by Karin Holm.",
    ]
    titles = page.all("#graph .node.is-knowledge title")
    assert titles[0].get_attribute("textContent") == "Triple 1: Nordlyd makes Velora."
    assert "triples" in [heading.text for heading in page.all("#graph .heading")]
    assert page.one("#graph .edge.links .head").rect["width"] > 6


def test_what_is_written_from_the_right_is_drawn_from_the_right(
    chrome: Chrome, tmp_path: Path, row: dict[str, Any]
) -> None:
    passages = (Passage("تم توقيع العقد في القاهرة. " * 30, "1"), Passage("It was signed.", "2"))
    edges = [["p:1", "c:0", 0.9], ["p:2", "c:0", 0.9]]
    finding = {**row["findings"][2], "claim": "Yes.", "start": 0, "end": 4}
    with ReportWriter(tmp_path / "report.html") as writer:
        writer.add(Example("Yes.", passages), {**row, "findings": [finding], "edges": edges})
    page = Page(chrome, tmp_path / "report.html")

    texts = page.all("#graph .node.is-passage text:not(.mark)")
    assert [text.get_attribute("direction") for text in texts] == ["rtl", None]
    assert texts[0].text.endswith("…")
    box = page.all("#graph .node.is-passage rect")[0].rect
    edge = texts[0].rect["x"] + texts[0].rect["width"]
    assert box["x"] + box["width"] - 12 < edge < box["x"] + box["width"]


def test_arcs_between_passages_cross_no_edge_from_the_question(
    chrome: Chrome, tmp_path: Path, example: Example, row: dict[str, Any]
) -> None:
    edges = [["q", "p:history", 0.9], ["q", "p:height", 0.9]]
    edges += [["p:history", "c:0", 0.8], ["p:history", "p:height", 1.0, "opposes"]]
    with ReportWriter(tmp_path / "report.html") as writer:
        writer.add(example, {**row, "edges": edges})
    page = Page(chrome, tmp_path / "report.html")

    arc = page.one("#graph .edge.opposes path:not(.reach)").rect
    asked = page.all("#graph .edge.similar[data-from=q] path:not(.reach)")
    assert len(asked) == 2
    heights = [each.rect["y"] for each in asked] + [e.rect["y"] + e.rect["height"] for e in asked]
    assert min(heights) < arc["y"]
    assert arc["y"] + arc["height"] < max(heights)


def test_each_detector_says_what_it_is_and_the_list_whose_marks_it_has(
    chrome: Chrome, tmp_path: Path, example: Example, row: dict[str, Any]
) -> None:
    kea = {**row, "detector": {"name": "kea", "parameters": {"threshold": 0.3}}}
    with ReportWriter(tmp_path / "report.html") as writer:
        writer.add(example, row, kea)
    page = Page(chrome, tmp_path / "report.html")

    assert page.one("#beside").text == "Behind the figures: what kea says"
    assert page.one(".item .others").text == "!"
    page.one("footer summary").click()
    assert [name.text for name in page.all("footer h2")] == ["egc", "kea"]
    assert '"threshold": 0.3' in page.all("footer pre")[1].text


def test_on_a_phone_the_explanation_stands_below_the_answer(chrome: Chrome, small: Path) -> None:
    size = {"width": 390, "height": 800, "deviceScaleFactor": 1, "mobile": True}
    chrome.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    try:
        page = Page(chrome, small)
        page.all(".item")[0].click()
        explained = page.one("#panel .explanation")
        assert explained.text == "This claim is contradicted."
        assert explained.is_displayed()
        assert explained.rect["y"] > page.one(".answer").rect["y"]
    finally:
        chrome.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_an_answer_without_triples_can_take_the_place_of_one_in_focus(
    chrome: Chrome, tmp_path: Path, example: Example, row: dict[str, Any]
) -> None:
    with ReportWriter(tmp_path / "report.html") as writer:
        writer.add(example, with_graphs(row))
        writer.add(example, {**row, "line": 8})
    page = Page(chrome, tmp_path / "report.html", "#line=7")
    chrome.execute_script("arguments[0].focus()", page.all("#triples .triple[data-view]")[0])
    page.press("j")
    assert "line 8" in page.chosen()
    assert page.complaints() == []
