"""The scripts of the pages stand in one scope: no name may be defined twice there."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from groundgraph.report import html
from groundgraph.report.page import DRAWING_SCRIPTS, joined
from groundgraph.serve import page

DEFINED = re.compile(
    r"^(?:async )?(?:function\*?|class|const|let|var) (\[[^]]*\]|\w+)", re.MULTILINE
)
PAGES = {
    "report": joined(html._SCRIPTS),
    "serve": joined(DRAWING_SCRIPTS) + "\n" + joined(page._SCRIPTS, page._PACKAGE),
}


@pytest.mark.parametrize("name", PAGES)
def test_no_two_scripts_of_a_page_define_the_same_name(name: str) -> None:
    defined = Counter(
        each for found in DEFINED.findall(PAGES[name]) for each in re.findall(r"\w+", found)
    )
    assert len(defined) > 100
    assert [name for name, times in defined.items() if times > 1] == []
