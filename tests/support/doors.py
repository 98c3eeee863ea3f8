"""One answer of each kind, and the code of docs/integrations.md, for the tests of the doors."""

from __future__ import annotations

import doctest
import re
from io import StringIO
from pathlib import Path

from groundgraph import check
from groundgraph.integrations.scores import scored

QUESTION = "How long is the battery covered?"
PASSAGES = ["The battery is covered for 24 months or 20,000 kilometres."]
GROUNDED = "The battery is covered for 24 months or 20,000 kilometres."
WRONG = "The battery is covered for 60 months, and theft is insured by Zurich Mutual."
DECLINES = "I don't know."
DETECTOR = "lexical"

VERDICTS = {
    answer: check(question=QUESTION, passages=PASSAGES, answer=answer, detector=DETECTOR)
    for answer in (GROUNDED, WRONG, DECLINES)
}
SCORES = {answer: scored(verdict).score for answer, verdict in VERDICTS.items()}
"""What each door must say: `DECLINES` could not be checked and has none."""
assert [verdict.label for verdict in VERDICTS.values()] == [
    "grounded",
    "hallucinated",
    "unverifiable",
]


PAGE = (Path(__file__).parents[2] / "docs" / "integrations.md").read_text(encoding="utf-8")


def documented(heading: str) -> str:
    """Return the Python code below a heading of docs/integrations.md."""
    section = PAGE.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    [block] = re.findall(r"^```python\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)
    return str(block)


class Shown(doctest.OutputChecker):
    """Compares what the page shows; what a library prints beside it is its own affair."""

    def check_output(self, want: str, got: str, optionflags: int) -> bool:
        return not want or super().check_output(want, got, optionflags)


def run_documented(heading: str) -> None:
    """Run that code, which must print what the page says."""
    test = doctest.DocTestParser().get_doctest(documented(heading), {}, heading, "page", 0)
    report = StringIO()
    found = doctest.DocTestRunner(Shown()).run(test, out=report.write)
    assert not found.failed, report.getvalue()
    assert found.attempted > 2
