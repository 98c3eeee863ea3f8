from __future__ import annotations

import io
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console, RenderableType

from groundgraph.methods.fused import wording
from groundgraph.report.lines import printable
from groundgraph.report.terminal import render, render_several, render_summary
from groundgraph.types import Example, Passage


def shown(what: RenderableType, width: int = 80, encoding: str = "utf-8", **options: Any) -> str:
    raw = io.BytesIO()
    file = io.TextIOWrapper(raw, encoding=encoding, newline="")
    Console(file=file, width=width, **{"color_system": None, **options}).print(what)
    file.flush()
    return raw.getvalue().decode(encoding)


def in_colour(what: RenderableType, width: int = 80) -> str:
    return shown(what, width, color_system="truecolor", force_terminal=True)


def test_without_colour_brackets_mark_the_flagged_claims(
    example: Example, row: dict[str, Any]
) -> None:
    text = shown(render(example, row), 120)
    assert "[contradicted 2: It is 400 metres tall.]" in text
    assert "[unsupported 3: Its paint is changed every year.]" in text
    assert "│ It was built in 1889 🗼. [" in text
    assert "\x1b" not in text


@pytest.mark.parametrize(
    ("citation", "shown_as"), [("elsewhere", "cited elsewhere"), ("missing", "cites nothing")]
)
def test_a_claim_that_cites_the_wrong_passages_is_noted_where_it_is_not_flagged(
    example: Example, row: dict[str, Any], citation: str, shown_as: str
) -> None:
    for finding in row["findings"]:
        finding["citation"] = citation

    text = shown(render(example, row), 120)

    assert f"[{shown_as} 1: It was built in 1889 🗼.]" in text
    assert f"[1] {shown_as} 0.10  This claim is supported." in text
    assert "[contradicted 2: It is 400 metres tall.]" in text


def test_no_color_asks_for_brackets_on_a_terminal_too(
    example: Example, row: dict[str, Any]
) -> None:
    text = shown(render(example, row), 120, force_terminal=True, no_color=True)
    assert "[contradicted 2: It is 400 metres tall.]" in text


def test_with_colour_the_claim_is_underlined_and_numbered(
    example: Example, row: dict[str, Any]
) -> None:
    text = in_colour(render(example, row), 120)
    assert "\x1b[1;4;31mIt is 400 metres tall.\x1b[0m" in text
    assert "[contradicted 2:" not in text
    assert "[2]" in text


def test_under_the_answer_each_flagged_claim_has_its_explanation_and_nearest_evidence(
    example: Example, row: dict[str, Any]
) -> None:
    lines = [line.strip() for line in shown(render(example, row)).splitlines()]
    place = lines.index("[2] contradicted 0.90  This claim is contradicted.")
    assert lines[place + 1] == "passage height 0.62  “330 metres”"
    assert lines[place + 2] == "[3] unsupported 0.70  This claim is unsupported."
    assert not any(line.startswith(("[1]", "[4]")) for line in lines)


@pytest.mark.parametrize(
    "doubt",
    [
        wording.in_doubt("The fee is due."),
        wording.misquoted([("a good day", "a long day")]),
        wording.misquoted([("a good day", "")]),
    ],
)
def test_what_speaks_against_a_claim_that_passes_is_shown_below(
    example: Example, row: dict[str, Any], doubt: str
) -> None:
    row["findings"][0]["explanation"] = f"Nearest evidence: passage history. {doubt}"

    lines = [line.strip() for line in shown(render(example, row), 120).splitlines()]

    assert lines[lines.index(doubt) + 1] == "“It was built in 1889 🗼.”"
    assert "Nearest evidence: passage history." not in lines


def test_a_claim_that_was_not_judged_is_shown_but_where_none_was(
    example: Example, row: dict[str, Any]
) -> None:
    lines = [line.strip() for line in shown(render(example, row), 120).splitlines()]
    assert lines[lines.index("This claim is unverifiable.") + 1] == "“Wow!”"

    row |= {"label": "unverifiable", "hallucination_score": None}
    assert "This claim is unverifiable." not in shown(render(example, row), 120)


def test_a_way_to_a_supported_claim_is_shown(example: Example, row: dict[str, Any]) -> None:
    supported = row["findings"][0]
    assert supported["explanation"] not in shown(render(example, row), 120)

    row["edges"] = [["q", "p:height", 1.0, "links"], ["p:height", "c:0", 1.0, "links"]]

    assert f"way  {supported['explanation']}" in shown(render(example, row), 120)


def test_the_first_line_says_label_score_and_whose_answer_it_is(
    example: Example, row: dict[str, Any]
) -> None:
    row["calibrated"] = False
    first = shown(render(example, row)).splitlines()[0]
    assert first == "✗ hallucinated 0.83 (not calibrated)  tower · model-a · line 7"


def test_an_unverifiable_answer_says_why(example: Example, row: dict[str, Any]) -> None:
    row |= {
        "label": "unverifiable",
        "hallucination_score": None,
        "reason": "No claims.",
        "findings": [],
    }
    lines = shown(render(example, row)).splitlines()
    assert lines[0].startswith("? unverifiable  tower")
    assert "  No claims." in lines


def test_an_error_names_its_line_once_and_is_one_paragraph(error_row: dict[str, Any]) -> None:
    assert shown(render(None, error_row)) == "× error  line 9: 'passages' must be a list, found 7\n"
    error_row["error"]["message"] = "line 9: " + "bad\n" * 60
    text = shown(render(None, error_row))
    assert text.split() == ["×", "error", "line", "9:", *["bad"] * 60]
    assert text.count("line 9") == 1


def test_a_row_without_its_example_shows_the_claims_themselves(row: dict[str, Any]) -> None:
    assert "“Its paint is changed every year.”" in shown(render(None, row))


@pytest.mark.parametrize("width", [80, 120])
def test_no_line_is_wider_than_the_terminal(
    width: int, example: Example, row: dict[str, Any]
) -> None:
    row["findings"][1]["explanation"] = "long " * 60
    row["findings"][1]["evidence"][0]["text"] = "far " * 200
    lines = shown(render(example, row), width).splitlines()
    assert max(map(len, lines)) <= width
    assert sum("far far" in line for line in lines) == 2
    assert any(line.endswith("…") for line in lines)
    assert all(line == line.rstrip() for line in lines)


HOSTILE = "\x1b[2J\x1b]0;title\x07 [bold red]x[/] \x9b31m \x7f \ud800 \u202e \r\n"


@pytest.mark.parametrize("colour", [False, True])
def test_nothing_that_was_read_is_obeyed_by_the_terminal(colour: bool) -> None:
    evidence = {"passage_id": HOSTILE, "start": 0, "end": 1, "score": 0.1, "text": HOSTILE}
    finding = {
        "claim": HOSTILE,
        "start": 0,
        "end": len(HOSTILE),
        "outcome": "unsupported",
        "score": 0.5,
        "evidence": [evidence],
        "explanation": HOSTILE,
    }
    row = {
        "id": HOSTILE,
        "line": 1,
        "label": "hallucinated",
        "hallucination_score": 0.5,
        "calibrated": True,
        "reason": HOSTILE,
        "findings": [finding],
    }
    example = Example(HOSTILE, (Passage(HOSTILE),), question=HOSTILE, id=HOSTILE, generator=HOSTILE)
    text = (in_colour if colour else shown)(render(example, row))
    assert "[bold red]x[/]" in text
    assert "\x1b[2J" not in text
    assert not set("\x07\x7f\x9b\r\u202e") & set(text)
    assert ("\x1b" in text) == colour


def test_an_output_that_cannot_hold_the_text_spells_it_out(
    example: Example, row: dict[str, Any]
) -> None:
    text = shown(render(example, row), 120, encoding="ascii")
    assert "1889 \\U0001f5fc." in text
    assert text.startswith("x hallucinated 0.83  tower - model-a - line 7")


def test_overlapping_flagged_claims_show_each_character_once(
    example: Example, row: dict[str, Any]
) -> None:
    row["findings"][2] |= {"start": row["findings"][1]["start"] + 3}
    text = shown(render(example, row), 200)
    assert text.count("400 metres tall") == 1
    assert "[unsupported 3:  Its paint is changed every year.]" in text


def test_a_long_stretch_without_a_flag_is_shortened_and_says_so(row: dict[str, Any]) -> None:
    row["findings"] = []
    text = shown(render(Example("word " * 1000, (Passage("p"),)), row))
    assert "4,400 characters without a flagged claim" in " ".join(text.replace("│", "").split())
    assert len(text) < 1_500


@given(st.text())
def test_printable_keeps_the_length_and_no_control_character(text: str) -> None:
    clean = printable(text)
    assert len(clean) == len(text)
    assert all(c in "\n\t" or not (ord(c) < 32 or 127 <= ord(c) < 160) for c in clean)
    clean.encode("utf-8")


def test_the_summary_counts_and_leaves_out_zeros() -> None:
    counts = {"grounded": 1_200, "hallucinated": 30, "unverifiable": 0, "errors": 2}
    text = shown(render_summary(counts))
    assert text == "1,232 answers: 1,200 grounded, 30 hallucinated, 2 errors\n"
    assert shown(render_summary({"grounded": 1})) == "1 answer: 1 grounded\n"
    assert shown(render_summary({})) == "0 answers\n"


def test_one_error_is_one() -> None:
    assert shown(render_summary({"grounded": 0, "errors": 1})) == "1 answer: 1 error\n"


def test_a_long_error_is_shown_whole() -> None:
    row = {"line": 3, "error": {"message": "found " + "the field " * 30 + "last"}}
    text = shown(render(None, row))
    assert len(text.splitlines()) > 1
    assert "last" in text


def test_evidence_that_is_no_passage_is_called_a_source(
    example: Example, row: dict[str, Any]
) -> None:
    row["findings"][1]["evidence"][0]["passage_id"] = "Q42"
    assert "source Q42 0.62" in shown(render(example, row))


def test_a_strip_shows_the_attention_to_each_triple(
    example: Example, attended: dict[str, Any]
) -> None:
    text = shown(render(example, attended), 120)
    assert "  attention █▅▂▁  0.60 on “the tower was built in 1889”" in text
    ascii_only = shown(render(example, attended), 120, encoding="ascii")
    assert 'attention #=._  0.60 on "the tower was built in 1889"' in ascii_only
    assert "\x1b[1;36m█\x1b[0m" in in_colour(render(example, attended), 120)


def test_a_strip_without_attention_is_low_and_hostile_words_are_shown_not_sent(
    example: Example, attended: dict[str, Any]
) -> None:
    for view in attended["triples"]:
        view.update(weight=0.0, triple=["\x1b[31m", "is", "[red]"])
    text = shown(render(example, attended), 120)
    assert "attention ▁▁▁▁  0.00 on “␛[31m is [red]”" in text


def test_without_weights_there_is_no_strip(example: Example, row: dict[str, Any]) -> None:
    assert "attention" not in shown(render(example, row), 120)


def test_each_side_of_a_conflict_is_shown_with_its_date(
    example: Example, row: dict[str, Any]
) -> None:
    sides = [
        {"passage_id": "history", "text": "Finished in 1889.", "value": "1889", "date": "2001"},
        {"passage_id": "height", "text": "Finished in 1890.", "value": "1890"},
    ]
    conflict = {"explanation": "They disagree.", "claims": [0], "named": False, "sides": sides}
    text = shown(render(example, {**row, "conflicts": [conflict]}), 120)
    assert "conflict  They disagree." in text
    assert "passage history (2001)  “Finished in 1889.”" in text
    assert "passage height  “Finished in 1890.”" in text


def test_a_suggestion_is_shown_as_one(example: Example, row: dict[str, Any]) -> None:
    suggestion = {"start": 0, "end": 5, "text": "It was finished in 1889.", "edits": [0]}
    text = shown(render(example, {**row, "suggestions": [suggestion]}), 120)
    assert "suggestion  “It was finished in 1889.”" in text
    assert "suggestion" not in shown(render(example, row), 120)


def test_several_detectors_are_shown_one_below_the_other_with_one_graph(
    example: Example, row: dict[str, Any], error_row: dict[str, Any]
) -> None:
    findings = [{**finding, "outcome": "supported"} for finding in row["findings"]]
    other = {**row, "findings": findings, "label": "grounded", "detector": {"name": "kea"}}
    failed = {**error_row, "detector": {"name": "gga"}}
    text = shown(render_several(example, [row, other, failed]), 120)

    assert text.count("question: How old") == 1
    assert "hallucinated 0.83  egc · tower" in text
    assert "grounded 0.83  kea" in text
    assert "error  gga: line 9" in text
    # A pair of detectors that say the same of one claim and passage say it twice.
    assert "one graph of egc, kea: 9 nodes; edges: 10 similar, 3 entails, 1 contradicts" in text
    assert "egc contradicted · kea supported" in " ".join(text.split())


def test_where_all_detectors_failed_there_is_no_graph(error_row: dict[str, Any]) -> None:
    assert "one graph" not in shown(render_several(None, [error_row, error_row]), 120)


def test_a_long_error_is_wrapped_between_words() -> None:
    told = (
        "field 'passages': found the number 5, expected a list of strings or of objects with text"
    )
    console = Console(file=io.StringIO(), width=60)
    console.print(render(None, {"line": 2, "error": {"message": told}}))
    lines = console.file.getvalue().splitlines()  # type: ignore[attr-defined]

    assert max(map(len, lines)) <= 60
    assert " ".join(line.strip() for line in lines).endswith(told)
