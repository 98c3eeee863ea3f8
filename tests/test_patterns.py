"""No regular expression of the package takes time that grows faster than the text."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from check_patterns import Used, growth, patterns
from pattern_steps import Matcher, Mode, UnknownPartError, compiled

TEXTS = (
    "Zorba's on 5 Main St. is open Monday to Friday, 9 a.m. - 5:30 p.m., and closed on Sunday!",
    'He said: "They paid $1,200.50 (about 30% more) on 7 November 1867," didn\'t he?',
    '| name | stars |\n|:---|---:|\n| "A" | 4.5 |\n\n- Wi-Fi: free\n1. It does not say so…',
    "It's un-stated in passages 1, 2 and 3; see https://a.b/c#d?e=f&g=%20 [4], e.g. there.",
    "\t \n  -- '' `` \u2028 №5 éàü 中文。 ١٢٣ _x_ A.B.C. 000.100 + -1e5",
)


def spans_of(pattern: re.Pattern[str], mode: Mode, text: str) -> list[tuple[int, int]]:
    if mode == "search":
        return [found.span() for found in pattern.finditer(text)]
    found = pattern.match(text) if mode == "match" else pattern.fullmatch(text)
    return [found.span()] if found else []


@pytest.fixture(scope="module")
def of_package() -> list[Used]:
    """Return the patterns of every module; some modules need torch."""
    pytest.importorskip("torch", reason="pip install 'groundgraph[gga]'")
    return patterns()


def test_no_pattern_of_the_package_grows_faster_than_the_text(of_package: list[Used]) -> None:
    slow = [
        f"{used.where} ({used.mode}) takes steps {found.steps} on {found.attack}"
        for used in of_package
        if (found := growth(used.pattern, used.flags, used.mode)) and found.superlinear
    ]
    assert len(of_package) > 200
    assert not slow, "\n".join(slow)


@pytest.mark.parametrize(
    ("pattern", "mode"),
    [
        (r"\s*$", "search"),
        (r"\w+x", "search"),
        (r"(a+)+b", "match"),
        (r"(?:a*)*b", "match"),
        (r"(?:\w*?)*!", "fullmatch"),
        (r"(?:a|ab|b)*c", "match"),
        (r"\s*,?\s*x", "match"),
        (r"x\s*-?\s*$", "search"),
        (r"0*\d*x?", "fullmatch"),
        (r"(?:\b\w+\W+)*!", "search"),
        (r"(?=\w*x)", "search"),
        (r"a(?!\w*x)", "search"),
        (r"(?i)(?:mon|tue)(?:, (?:mon|tue))* closed", "search"),
        (r"(?:(?:[ab]*a? ){0,2})a*", "search"),
    ],
)
def test_a_pattern_that_grows_too_fast_is_found(pattern: str, mode: Mode) -> None:
    found = growth(pattern, 0, mode)
    assert found is not None
    assert found.superlinear


@pytest.mark.parametrize(
    ("pattern", "mode"),
    [
        (r"\w+", "search"),
        (r"\b\w+x", "search"),
        (r"(?<!\s)\s+$", "search"),
        (r"\s*x", "match"),
        (r"\s*(?:,\s*)?x", "match"),
        (r".{0,60}x", "search"),
        (r"(?:a|b)*", "search"),
        (r",(?!\s*or\b)", "search"),
        (r"^\W*(?:a|b)", "search"),
        (r"\d+(?:,\d{3})*(?:\.\d+)?", "search"),
    ],
)
def test_a_pattern_that_grows_with_the_text_is_not(pattern: str, mode: Mode) -> None:
    found = growth(pattern, 0, mode)
    assert found is None or not found.superlinear


def test_the_matcher_that_counts_finds_what_re_finds(of_package: list[Used]) -> None:
    chance = random.Random(0)
    for used in of_package:
        if isinstance(used.pattern, bytes):
            continue
        program = compiled(used.pattern, used.flags)
        letters = sorted(program.examples) + list(" a1.")
        texts = ["".join(chance.choices(letters, k=30)) for _ in range(3)]
        expected = re.compile(used.pattern, used.flags)
        for text in (*texts, *TEXTS):
            found = Matcher(program, used.mode).spans(text)
            assert found == spans_of(expected, used.mode, text), (used, text)


PARTS = st.sampled_from(
    r"a|b|.|\w|\s|[ab]|[^a]|\b|\B|^|$|(?<!a)|(?<=b)|(?=b)|(?!ab)|(?i:A)|\Z".split("|")
)
REPEATS = st.sampled_from(["", "", "*", "+", "?", "*?", "+?", "??", "{0,2}", "{2}", "{1,}?"])


@st.composite
def written(draw: st.DrawFn, levels: int = 1) -> str:
    """Write a pattern."""
    found = []
    for _ in range(draw(st.integers(1, 3))):
        inside = f"{draw(written(levels - 1))}|{draw(written(levels - 1))}" if levels else "a"
        part = draw(PARTS) if draw(st.booleans()) else f"(?:{inside})"
        fixed = part[0] in "^$" or part[:2] in {r"\b", r"\B", r"\Z", "(?<", "(?=", "(?!"}
        found.append(part if fixed and part[:3] != "(?:" else part + draw(REPEATS))
    return "".join(found)


MODES: st.SearchStrategy[Mode] = st.sampled_from(["search", "match", "fullmatch"])


@given(written(), st.text("ab \nA", min_size=1, max_size=8), MODES)
def test_the_matcher_that_counts_backtracks_as_re_does(pattern: str, text: str, mode: Mode) -> None:
    found = Matcher(compiled(pattern), mode).spans(text)
    assert found == spans_of(re.compile(pattern), mode, text)


def test_what_the_matcher_does_not_know_is_refused() -> None:
    with pytest.raises(UnknownPartError, match="GROUPREF"):
        compiled(r"(a)\1")
