"""Lists in prose that are tables: each of several things with a value behind its name."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities
from groundgraph.text.quantities.tables.rosters import roster_cells

_GLUES = "Pull test of wood glues: Bondall 410 N; Fixator 655 N; Old Hide 580 N; Quikset 390 N."
_LOAVES = "Loaves baked in the week: Mon 212, Tue 187, Wed 240, Thu 205."
_LAKES = "The park has Lake Orr (412 ha), Black Tarn (97 ha), Lake Imber (133 ha) and two ponds."
_DRILLS = "Drills. Mako 12: 34 Nm, 99.00. Mako 18: 62 Nm, 149.00. Borr D4: 70 Nm, 169.00."
_PUPILS = (
    "Marks in spring. Tom: maths 74, French 81. Esi: maths 83, French 79. Jo: maths 61, French 90."
)
_FUNDS = (
    "Rates. Flex: 1.9% a year, no term. Fix-12: 2.6% a year, twelve months. Fix-36: 2.4% a year."
)


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        (_LOAVES, [("Mon", "", "212"), ("Tue", "", "187"), ("Wed", "", "240"), ("Thu", "", "205")]),
        (
            _LAKES,
            [("Lake Orr", "ha", "412"), ("Black Tarn", "ha", "97"), ("Lake Imber", "ha", "133")],
        ),
        (
            _PUPILS.replace(" Jo: maths 61, French 90.", ""),
            [
                ("Tom", "maths", "74"),
                ("Tom", "French", "81"),
                ("Esi", "maths", "83"),
                ("Esi", "French", "79"),
            ],
        ),
        (
            _FUNDS,
            [
                (n, "% a year", v)
                for n, v in (("Flex", "1.9"), ("Fix-12", "2.6"), ("Fix-36", "2.4"))
            ],
        ),
        ("Closed on March 3, April 5 and May 7.", []),
        ("See room 12, room 14 and room 15.", []),
        ("He wrote Salt (1974), Rust (1980) and Ash (1991).", []),
        ("She waited 5 minutes, walked 10 minutes and slept for 8 hours.", []),
    ],
)
def test_what_is_listed_behind_names_is_read_as_rows(
    text: str, cells: list[tuple[str, str, str]]
) -> None:
    found = roster_cells(text, [], 0)
    assert [(cell.row, cell.column, cell.value) for cell in found if cell.at[1]] == cells


@pytest.mark.parametrize(
    ("told", "right", "wrong"),
    [
        (_GLUES, "Fixator held 655 N, Old Hide 580 N.", "Fixator held 655 N, Bondall 580 N."),
        (_LOAVES, "Tuesday had 187, the fewest.", "Thursday had 187, the fewest."),
        (_LAKES, "Lake Imber covers 133 ha.", "Black Tarn covers 133 ha."),
        (_DRILLS, "The Borr D4 costs 169.00.", "The Mako 18 costs 169.00."),
        (_FUNDS, "Fix-12 pays 2.6% a year.", "Fix-36 pays 2.6% a year."),
        (_PUPILS, "Esi had 83 in maths.", "Jo had 83 in maths."),
    ],
)
def test_a_value_of_another_name_is_wrong(told: str, right: str, wrong: str) -> None:
    held, against = judge_quantities("", [told], [right, wrong])
    assert held.outcome != "contradicted"
    assert held.score < against.score
    assert against.outcome == "contradicted"


@pytest.mark.parametrize(
    ("told", "claim"),
    [
        (
            "Single fares: adult 80 kr, child 40 kr, bike 30 kr.",
            "Adults pay 160 kr for two; 40 kr is a discount.",
        ),
        (_LOAVES, "On Wednesday they baked 53 more than on Tuesday."),
        (_GLUES, "Bondall and Quikset hold less than 580 N."),
    ],
)
def test_what_is_reckoned_or_told_of_several_is_not_wrong(told: str, claim: str) -> None:
    [judged] = judge_quantities("", [told], [claim])
    assert judged.outcome != "contradicted"


_SOLD = (
    "| Sort | July | August |\n|-|-|-|\n| Fig | 212 | 240 |\n| Lime | 265 | 231 |\n| Yam | 9 | 7 |"
)


@pytest.mark.parametrize(
    ("question", "told", "right", "wrong"),
    [
        (
            "Which sold best in August?",
            _SOLD,
            "Lime came second in August.",
            "Yam came second in August.",
        ),
        (
            "",
            _SOLD,
            "Fig has the second-highest number in July.",
            "Yam has the second-highest number in July.",
        ),
        (
            "second-largest lake?",
            _LAKES,
            "Lake Imber is the second-largest, with 133 ha.",
            "Black Tarn is the second-largest, with 97 ha.",
        ),
        (
            "Which clinic has the longest wait?",
            "Average wait in weeks: Marsh clinic 9, Tor clinic 6, Vale clinic 11.",
            "Vale has the longest wait, 11 weeks.",
            "Marsh has the longest wait, 9 weeks.",
        ),
    ],
)
def test_a_place_in_a_list_leans_where_values_are_told_too(
    question: str, told: str, right: str, wrong: str
) -> None:
    held, against = judge_quantities(question, [told], [right, wrong])
    assert held.outcome != "contradicted"
    assert held.score < min(against.score, 0.5)


_GRIPPERS = (
    "G-E: electric, stroke 12 mm per jaw, weight 1.1 kg. G-P: pneumatic, 210 N at 6 bar, stroke"
    " 10 mm per jaw, weight 0.62 kg. G-S: with spring, 255 N at 6 bar, stroke 10 mm per jaw,"
    " weight 0.78 kg."
)
_ZONES = (
    "Permits. Zones A and B: first vehicle 120, second vehicle 240, third not available. Zones C"
    " and D: first vehicle 70, second vehicle 150, third 300."
)
_HEAT = "Service temperature (unloaded / loaded): PA12 110 °C / 80 °C; PETG 65 °C / 55 °C."


@pytest.mark.parametrize(
    ("told", "right", "wrong"),
    [
        (_GRIPPERS, "The G-S weighs 0.78 kg.", "The G-S weighs 0.62 kg."),
        (_GRIPPERS, "The G-E has a stroke of 12 mm.", "The G-E has a stroke of 10 mm."),
        (_ZONES, "In zone B the first vehicle costs 120.", "In zone A the first vehicle costs 70."),
        (_ZONES, "In zone C a second vehicle costs 150.", "In zone C a second vehicle costs 240."),
        (_HEAT, "Loaded PA12 takes 80 °C.", "Loaded PA12 takes 110 °C."),
        (_HEAT, "Unloaded PETG takes 65 °C.", "PETG takes 55 °C when unloaded."),
    ],
)
def test_values_of_another_of_the_things_told_are_wrong(told: str, right: str, wrong: str) -> None:
    found = judge_quantities("", [told], [right, wrong])
    assert found[0].outcome != "contradicted"
    assert found[1].outcome == "contradicted"


def test_a_thing_is_read_where_it_is_named() -> None:
    for told in (_GRIPPERS, _ZONES, _HEAT):
        cells = roster_cells(told, [], 0)
        for cell in cells:
            if cell.at[1] or "Zone" not in cell.row:
                assert cell.span.of(told) == cell.value
        assert {cell.row for cell in cells} > {cells[0].row}
    [_, judged] = judge_quantities("", [_HEAT], ["PETG takes it.", "Loaded PETG takes 55 °C."])
    assert "PETG, loaded: 55 °C" in judged.explanation
