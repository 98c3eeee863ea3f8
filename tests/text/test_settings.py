"""Settings and logs are data, not code."""

from __future__ import annotations

import pytest

from groundgraph import check
from groundgraph.text.documents.markup import plain_text
from groundgraph.types import Span

LOG = (
    '2024-05-01T01:00:02Z level=info msg="export started" job=nightly host=db3\n'
    '2024-05-01T01:32:11Z level=info msg="export finished" job=nightly rows=48210'
)
READ_LOG = (
    "time: 2024-05-01T01:00:02Z; level: info; msg: export started; job: nightly; host: db3\n"
    "time: 2024-05-01T01:32:11Z; level: info; msg: export finished; job: nightly; rows: 48210"
)
READ = {
    "environment": (
        "DB_HOST=db.internal\nDB_PORT=5433\n",
        "DB HOST: db.internal\nDB PORT: 5433\n",
    ),
    "log": (LOG, READ_LOG),
    "sections": (
        "[mail]\nport = 25\n\n[web]\nport = 443\nhost = 'a.org'",
        "mail port: 25\nweb port: 443\nweb host: a.org",
    ),
    "prose before": ("Our oven:\nlow=90; high=220", "Our oven:\nlow: 90; high: 220"),
    "prose with brackets": (
        "Oven settings (by J. Roth):\nlow=90; high=220",
        "Oven settings (by J. Roth):\nlow: 90; high: 220",
    ),
    "levels": (
        "mail:\n  tls:\n    port: 465\n  host: a.org\nweb:\n  port: 443",
        "mail tls port: 465\nmail host: a.org\nweb port: 443",
    ),
}


@pytest.mark.parametrize(("text", "read"), READ.values(), ids=READ)
def test_each_value_stands_behind_what_names_it(text: str, read: str) -> None:
    found = plain_text(text)

    assert found is not None
    assert found.text == read


@pytest.mark.parametrize(
    "text",
    [
        "If x = 5, then y = 6.",
        "total = price * 2\nprint(total)",
        "low=90; high=220\nwhile (low < high) low++",
        "def f(a=1, b=2):\n    return a",
        "Opening hours:\n  Monday: 9 to 5\n  Friday: 9 to 3",
        "fee: 3 euros\nterm: a year",
    ],
)
def test_prose_programs_and_plain_records_stay(text: str) -> None:
    assert plain_text(text) is None


def test_a_value_is_found_where_it_is_written() -> None:
    text = "[web]\nport = 443\nhost = 'a.org'"
    found = plain_text(text)

    assert found is not None
    at = found.text.index("a.org")
    assert found.original(Span(at, at + 5)).of(text) == "a.org"


@pytest.mark.parametrize(("rows", "label"), [("48,210", "grounded"), ("48,120", "hallucinated")])
def test_an_answer_is_judged_beside_a_log(rows: str, label: str) -> None:
    assert check(passages=[LOG], answer=f"{rows} rows were exported.").label == label


@pytest.mark.parametrize(("port", "label"), [("443", "grounded"), ("25", "hallucinated")])
def test_an_answer_is_judged_beside_sections(port: str, label: str) -> None:
    passage = "[mail]\nport = 25\nhost = m.org\n\n[web]\nport = 443\nhost = w.org"

    assert check(passages=[passage], answer=f"The web port is {port}.").label == label


@pytest.mark.parametrize(
    ("settings", "answer", "label"),
    [
        (
            "metadata:\n  name: billing\n  owner: platform\nspec:\n  replicas: 4",
            "The owner of billing is the platform team.",
            "grounded",
        ),
        (
            '[package]\nname = "ledger"\nversion = "3.4.1"\n[dependencies]\nserde = "1.0.2"',
            "The version of ledger is 3.4.1.",
            "grounded",
        ),
        (
            "client:\n  name: web\n  timeout: 30\nserver:\n  name: api\n  timeout: 120",
            "The server is called web.",
            "hallucinated",
        ),
        (
            "services:\n  - name: api\n    port: 8080\n  - name: web\n    port: 8181",
            "The port of api is 8181.",
            "hallucinated",
        ),
    ],
)
def test_a_name_in_a_section_is_what_the_section_is_called(
    settings: str, answer: str, label: str
) -> None:
    assert check(question="", passages=[settings], answer=answer).label == label
