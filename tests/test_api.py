"""The ways in from Python, through the shipped lexical detector."""

from __future__ import annotations

import asyncio
import math
import re
from typing import TYPE_CHECKING, Any

import pytest

import groundgraph
from groundgraph import (
    Example,
    InputError,
    Passage,
    Verdict,
    acheck,
    check,
    check_many,
    load,
    save,
    specs,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

FACT = "The battery is covered for 24 months."
WRONG = "The battery is covered for 36 months by a Danish insurer called Nordhavn Mutual."
ROWS: list[dict[str, Any]] = [
    {"question": "How long?", "passages": [FACT], "answer": FACT},
    {"question": "How long?", "passages": [FACT], "answer": WRONG},
]


def labels(verdicts: list[Verdict]) -> list[str]:
    return [verdict.label for verdict in verdicts]


def test_one_answer_is_judged_by_name() -> None:
    verdict = check(question="How long?", passages=[FACT], answer=WRONG, detector="lexical")
    assert verdict.label == "hallucinated"
    assert verdict.threshold is not None
    assert [span.span.of(WRONG) for span in verdict.spans] == [WRONG]
    [again] = check_many([ROWS[1]], detector="lexical")
    assert again == verdict


def test_the_default_is_fused_and_loaded_once() -> None:
    from groundgraph.api import loaded

    assert loaded("fused") is loaded("fused")
    assert check(passages=[FACT], answer=FACT) == check(passages=[FACT], answer=FACT)


@pytest.mark.parametrize("passages", [FACT, Passage(FACT)])
def test_one_text_for_the_passages_is_refused(passages: Any) -> None:
    for make in (check, Example):
        with pytest.raises(TypeError, match="passages"):
            make(answer=FACT, passages=passages)


def test_question_and_answer_cannot_be_swapped_by_place() -> None:
    with pytest.raises(TypeError):
        Example("answer", (Passage("passage"),), "question")  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        check("question", ["passage"], "answer")  # type: ignore[call-arg]


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"answer": None}, "answer must be a text, found NoneType"),
        ({"question": 3}, "question must be a text or a list of turns, found int"),
        (
            {"passages": [3]},
            "passage 1 must be a text, a Passage or a mapping with 'text', found int",
        ),
    ],
)
def test_a_field_of_another_type_is_refused(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(TypeError, match=message):
        check(**{"answer": FACT, "passages": [FACT], **fields})


def test_asyncio_gets_the_same_verdict() -> None:
    fields: dict[str, Any] = {"passages": [FACT], "answer": WRONG, "detector": "lexical"}
    assert asyncio.run(acheck(**fields)) == check(**fields)


def test_many_rows_may_be_dictionaries_examples_or_any_iterable() -> None:
    examples = [Example(row["answer"], row["passages"], question="How long?") for row in ROWS]
    wanted = ["grounded", "hallucinated"]
    assert labels(check_many(ROWS, detector="lexical")) == wanted
    assert labels(check_many(iter(examples), detector="lexical", batch_size=1)) == wanted
    ragas = [
        {"user_input": "How long?", "retrieved_contexts": [FACT], "response": row["answer"]}
        for row in ROWS
    ]
    assert labels(check_many(ragas, detector="lexical")) == wanted
    assert check_many([], detector="lexical") == []


def test_a_bad_row_is_named_before_anything_is_judged() -> None:
    rows = [*ROWS, {"answer": 3, "passages": []}]
    with pytest.raises(InputError, match=r"^row 3: .*answer") as caught:
        check_many(rows, detector="lexical")
    assert (caught.value.line, caught.value.field) == (3, "answer")


def test_a_bad_row_can_be_unverifiable_and_costs_only_itself() -> None:
    rows = [ROWS[0], {"answer": 3, "passages": []}, ROWS[1]]
    verdicts = check_many(rows, detector="lexical", on_error="unverifiable")
    assert labels(verdicts) == ["grounded", "unverifiable", "hallucinated"]
    assert verdicts[1].reason.startswith("row 2: ")


@pytest.mark.parametrize("rows", ["text", ROWS[0], Example(FACT)])
def test_one_row_is_not_many(rows: Any) -> None:
    with pytest.raises(TypeError, match="list of rows"):
        check_many(rows)


@pytest.mark.parametrize(
    "options", [{"batch_size": 0}, {"on_error": "ignore"}, {"detector": "fuse"}]
)
def test_an_unusable_option_is_refused(options: dict[str, Any]) -> None:
    with pytest.raises(groundgraph.GroundgraphError):
        check_many(ROWS, **options)


def test_a_frame_of_pandas_gives_a_frame_with_its_index() -> None:
    import pandas as pd

    frame = pd.DataFrame([*ROWS, {"passages": [FACT], "answer": FACT, "question": math.nan}])
    frame.index = ["a", "b", "c"]
    found = check_many(frame, detector="lexical")
    assert list(found.index) == ["a", "b", "c"]
    assert list(found["label"]) == ["grounded", "hallucinated", "grounded"]
    assert found["hallucination_score"]["b"] > found["threshold"]["b"]


def test_a_frame_of_polars_gives_a_frame_of_polars() -> None:
    import polars as pl

    found = check_many(pl.DataFrame(ROWS), detector="lexical")
    assert isinstance(found, pl.DataFrame)
    assert found["label"].to_list() == ["grounded", "hallucinated"]


def test_a_frame_is_read_as_the_file_that_it_came_from(tmp_path: Path) -> None:
    import pandas as pd

    pyarrow = pytest.importorskip("pyarrow")
    given = pd.DataFrame(
        {
            "id": [1, None, 1],
            "passages": [[FACT, "It is old."], FACT, [FACT]],
            "answer": [FACT, FACT, None],
            "label": [0, 1, None],
        }
    )
    given.to_csv(tmp_path / "rows.csv")
    frame = pd.read_csv(tmp_path / "rows.csv")
    wanted = ["grounded", "grounded", "unverifiable"]
    assert list(check_many(frame, detector="lexical")["label"]) == wanted
    table = pyarrow.Table.from_pandas(frame)
    assert labels(check_many(table, detector="lexical")) == wanted
    assert check(answer=FACT, passages=frame["passages"], detector="lexical").label == "grounded"


def test_scores_are_numbers_where_nothing_could_be_checked() -> None:
    import pandas as pd
    import polars as pl

    for rows in ([{"passages": [FACT], "answer": "I don't know."}], []):
        columns = {name: [row[name] for row in rows] for name in ("passages", "answer")}
        found = check_many(pd.DataFrame(columns), detector="lexical")
        assert found["hallucination_score"].dtype == "float64"
        assert math.isnan(found["hallucination_score"].mean())
        other = check_many(pl.DataFrame(columns), detector="lexical")
        assert other.schema["hallucination_score"] == pl.Float64
        assert other["hallucination_score"].mean() is None


def test_a_lazy_frame_is_to_be_collected() -> None:
    import polars as pl

    with pytest.raises(TypeError, match=r"LazyFrame; collect it first: rows\.collect\(\)"):
        check_many(pl.LazyFrame(ROWS))


def test_a_verdict_shows_itself_in_a_terminal_and_in_a_notebook() -> None:
    verdict = check(passages=[f"{FACT} <b>"], answer=f"{WRONG} <script>", detector="lexical")
    text = str(verdict)
    assert text.startswith(f"hallucinated {verdict.hallucination_score:.2f} (threshold")
    assert "unsupported" in text
    page = verdict._repr_html_()
    assert "&lt;script&gt;" in page
    assert "<script" not in page
    assert str(check(passages=[], answer=FACT)).startswith("unverifiable: ")


class Document:
    """As LangChain's: a text, an id that may be missing, and more."""

    def __init__(self, page_content: str, identity: str | None) -> None:
        self.page_content, self.id, self.metadata = page_content, identity, {"source": "x"}


def test_passages_come_as_texts_mappings_and_documents() -> None:
    told = "The battery is covered for 24 months."
    given: list[Any] = [
        told,
        {"id": "faq", "text": told, "date": "2024-05-01", "more": 1},
        {"text": told},
        Document(told, "doc"),
        Document(told, None),
    ]

    example = Example("It is.", given)

    assert [p.id for p in example.passages] == ["1", "faq", "3", "doc", "5"]
    assert {p.text for p in example.passages} == {told}
    assert example.passages[1].date == "2024-05-01"
    assert check(answer=told, passages=given[1:2], detector="lexical").label == "grounded"


@pytest.mark.parametrize(
    ("passage", "told"),
    [
        (5, "passage 1 must be a text, a Passage or a mapping with 'text', found int"),
        ({"title": "x"}, "passage 1 must have a text for 'text', found no such field"),
        ({"text": 5}, "passage 1 must have a text for 'text', found int"),
        ({"text": "x", "id": 1.5}, "passage 1 must have a text for 'id', found float"),
        ({"text": "x", "date": True}, "passage 1 must have a text for 'date', found bool"),
    ],
)
def test_what_is_no_passage_is_named(passage: Any, told: str) -> None:
    with pytest.raises(TypeError, match=re.escape(told)):
        check(answer="It is.", passages=[passage])


def test_ids_and_dates_may_be_whole_numbers_as_in_rows() -> None:
    given: Any = [{"text": "It rains.", "id": 0, "date": 2018}]

    assert Example("It rains.", given).passages == (Passage("It rains.", "0", "2018"),)


@pytest.mark.parametrize(
    "triple",
    [
        "Acme -> is_in -> Rome",
        {"source": "Acme", "target": "Rome", "label": "is_in"},
        {"head": "Acme", "relation": "is_in", "tail": "Rome", "passage_id": "office"},
    ],
)
def test_triples_come_as_rows_have_them(triple: Any) -> None:
    given: Any = {
        "answer": "Acme is in Rome.",
        "passages": [{"text": "The office of Acme is in Rome.", "id": "office"}],
        "triples": [triple],
    }
    one, [many] = check(**given), check_many([given])

    assert one.to_dict() == many.to_dict()
    assert one.findings[0].evidence[0].passage_id == "triple 1"


@pytest.mark.parametrize("triple", ["Acme in Rome", {"source": "Acme"}, ("Acme", "is_in"), 5])
def test_what_is_no_triple_is_named(triple: Any) -> None:
    with pytest.raises(TypeError, match="triple 2 must be three texts, found"):
        check(answer="x", triples=[("Acme", "is_in", "Rome"), triple])


def test_triples_come_as_mappings_too() -> None:
    parts = "Up", "directed_by", "Pete Docter"
    named = [
        dict(zip(names, parts, strict=True))
        for names in (("subject", "predicate", "object"), ("head", "relation", "tail"))
    ]

    for given in named:
        triples: Any = [given]
        assert Example("x", triples=triples).triples == (parts,)
    with pytest.raises(TypeError, match="triple 1 must be three texts"):
        Example("x", triples=[{"subject": "Up"}])  # type: ignore[list-item]


def test_an_operating_point_takes_the_place_of_the_threshold() -> None:
    given: Any = {
        "passages": ["The battery is covered for 24 months."],
        "answer": "The battery is covered for 24 months.",
    }
    strict = check(**given, at="fpr=0.05")

    assert strict.threshold != check(**given).threshold
    with pytest.raises(InputError, match="no operating points"):
        check(**given, detector="egc", at="fpr=0.05")
    with pytest.raises(InputError):
        check(**given, at="fpr=0.0501")
    assert check(**given, at=0.3).threshold == check_many([given], at="0.30")[0].threshold == 0.3
    for wrong in (1.5, "nan"):
        with pytest.raises(InputError, match="expected 0 to 1"):
            check(**given, at=wrong)


def test_several_detectors_are_asked_one_by_one() -> None:
    with pytest.raises(InputError, match="names several detectors"):
        check(answer=FACT, passages=[FACT], detector="fused,kea")


def test_columns_may_have_names_of_their_own() -> None:
    columns = {"answer": "LLM answer", "passages": ["doc 1", "doc 2"]}
    rows = [{"LLM answer": FACT, "doc 1": "Oslo lies on a fjord.", "doc 2": FACT}]
    assert labels(check_many(rows, detector="lexical", columns=columns)) == ["grounded"]
    frame = pytest.importorskip("pandas").DataFrame(rows)
    found = check_many(frame, detector="lexical", columns=columns)
    assert list(found["label"]) == ["grounded"]
    with pytest.raises(InputError, match="row 1: there is no column 'reply'"):
        check_many(rows, columns={"answer": "reply"})


def test_a_missing_answer_is_an_empty_one_as_in_a_frame() -> None:
    [verdict] = check_many([{"answer": None, "passages": [FACT]}], detector="lexical")
    assert (verdict.label, verdict.reason) == ("unverifiable", "the answer is empty")


def test_workers_give_the_same_verdicts() -> None:
    rows = [*ROWS, *ROWS]
    found = check_many(rows, detector="lexical", workers=2, batch_size=3)
    assert labels(found) == labels(check_many(rows, detector="lexical"))


def test_a_file_is_read_by_read_rows() -> None:
    with pytest.raises(TypeError, match="check_rows"):
        check_many("rows.jsonl")


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("contexts", "passages"),
        ("response", "answer"),
        ("query", "question"),
        ("tripels", "triples"),
    ],
)
def test_a_field_that_there_is_not_is_named_with_what_is_meant(name: str, meant: str) -> None:
    fields: Any = {name: "x"}
    with pytest.raises(TypeError, match=f"no field '{name}'; did you mean '{meant}'"):
        check(answer="It is.", **fields)


def test_what_cannot_be_fitted_on_says_why(tmp_path: Path) -> None:
    import pandas as pd

    egc = groundgraph.load("egc")
    short = [Example("It is.", ["It is."], label=n % 2 == 0) for n in range(10)]

    with pytest.raises(InputError, match="0 grounded rows that can be judged; 10 of 10 labelled"):
        egc.fit(short)
    with pytest.raises(InputError, match="example 1 is a mapping"):
        egc.fit([{"answer": "It is.", "label": True}])  # type: ignore[list-item]
    with pytest.raises(InputError, match="example 1 of a DataFrame is a str; fitting takes a list"):
        egc.fit(pd.DataFrame({"answer": ["It is."]}))
    assert specs.save(egc, str(tmp_path / "saved")).is_file()


def test_a_detector_that_was_saved_again_is_loaded_again(tmp_path: Path) -> None:
    from groundgraph.api import loaded
    from groundgraph.methods.egc.detector import EGC

    save(EGC(tau=0.2), tmp_path)
    first = loaded(tmp_path)
    assert loaded(tmp_path) is first

    save(EGC(tau=0.95), tmp_path)

    assert loaded(tmp_path) == load(tmp_path) != first


@pytest.mark.parametrize("detector", [None, 3, dict])
def test_what_is_no_detector_is_refused(detector: Any) -> None:
    with pytest.raises(TypeError, match="must be a name, a saved folder, a spec or a detector"):
        check(passages=[FACT], answer=FACT, detector=detector)
    with pytest.raises(TypeError, match="rows must be a list of rows or a frame, found one None"):
        check_many(None)


def test_columns_may_be_named_as_on_the_command_line() -> None:
    rows = [{"ans": "The pump runs at 7 bar.", "ctx": ["The pump runs at 3 bar."]}]
    [verdict] = check_many(rows, columns="answer=ans,passages=ctx")
    assert verdict.label == "hallucinated"


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda: check_many([("A", ["B"])]), "found a value of type tuple"),
        (lambda: check_many([], workers=-1), "workers is -1; expected 0 or more"),
        (
            lambda: check(
                passages=[{"id": "kb", "text": "a"}, {"id": "kb", "text": "b"}], answer="a"
            ),
            "passages 1 and 2 have the same id, 'kb'",
        ),
        (
            lambda: check(
                passages=[Passage("a", 3)],  # type: ignore[arg-type]
                answer="a",
            ),
            "the id of passage 1 must be a text, found 3",
        ),
    ],
)
def test_what_cannot_be_read_is_told_with_its_place(call: Callable[[], object], told: str) -> None:
    with pytest.raises((TypeError, ValueError, InputError), match=re.escape(told)):
        call()
