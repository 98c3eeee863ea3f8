from __future__ import annotations

import gzip
import json
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from groundgraph import InputError, Triple
from groundgraph.io.triples import Layout, read_graph, read_triples

if TYPE_CHECKING:
    from pathlib import Path

KISMET = Triple("Kismet", "directed_by", "William Dieterle")
YEAR = Triple("Kismet", "release_year", "1944")
RELATIONSHIP = {
    "src_id": "Kismet",
    "tgt_id": "William Dieterle",
    "description": "William Dieterle directed the film Kismet.",
    "keywords": "directed_by",
    "weight": 1.0,
}


def written(folder: Path, name: str, content: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def triples(path: Path, layout: Layout | None = None) -> list[Triple | None]:
    return [row.triple for row in read_triples(path, layout or Layout())]


@pytest.mark.parametrize(
    "fields",
    [
        ("subject", "predicate", "object"),
        ("s", "p", "o"),
        ("head", "relation", "tail"),
        ("h", "r", "t"),
        ("source", "description", "target"),
        ("src_id", "keywords", "tgt_id"),
    ],
)
@pytest.mark.parametrize("form", ["lines", "array", "objects", "gzip", "csv", "tsv"])
def test_every_field_name_is_read_in_every_form(
    tmp_path: Path, fields: tuple[str, str, str], form: str
) -> None:
    rows = [dict(zip(fields, triple, strict=True)) for triple in (KISMET, YEAR)]
    lines = "".join(json.dumps(row) + "\n" for row in rows)
    table = [fields, KISMET, YEAR]
    path = {
        "lines": lambda: written(tmp_path, "kb.jsonl", lines),
        "array": lambda: written(tmp_path, "kb.json", json.dumps(rows)),
        "objects": lambda: written(
            tmp_path, "kb.json", "\n".join(json.dumps(row, indent=1) for row in rows)
        ),
        "gzip": lambda: written(tmp_path, "kb.jsonl.gz", gzip.compress(lines.encode())),
        "csv": lambda: written(tmp_path, "kb.csv", "\n".join(map(",".join, table))),
        "tsv": lambda: written(tmp_path, "kb.tsv", "\n".join(map("\t".join, table))),
    }[form]()

    assert triples(path) == [KISMET, YEAR]


def test_rows_can_be_arrays(tmp_path: Path) -> None:
    lines = written(tmp_path, "kb.jsonl", '["a", "p", "b"]\n["b", "p", "c"]\n')
    array = written(tmp_path, "kb.json", '[["a", "p", "b"], ["b", "p", "c"]]')

    assert triples(lines) == triples(array) == [Triple("a", "p", "b"), Triple("b", "p", "c")]


@pytest.mark.parametrize("wrapped", [True, False])
@pytest.mark.parametrize("indent", [None, 2])
def test_a_reply_of_lightrag_is_read(tmp_path: Path, wrapped: bool, indent: int | None) -> None:
    data = {"entities": [{"entity_name": "Kismet"}], "relationships": [RELATIONSHIP], "chunks": []}
    reply = {"status": "success", "message": "", "data": data, "metadata": {}} if wrapped else data
    path = written(tmp_path, "reply.json", json.dumps(reply, indent=indent))

    assert triples(path) == [KISMET]
    described = Layout(fields=("src_id", "description", "tgt_id"))
    assert triples(path, described) == [
        Triple("Kismet", "William Dieterle directed the film Kismet.", "William Dieterle")
    ]


def test_a_failed_reply_of_lightrag_says_so(tmp_path: Path) -> None:
    reply = {"status": "failure", "message": "no results", "data": {}}

    [row] = read_triples(written(tmp_path, "reply.jsonl", json.dumps(reply)))

    assert row.error is not None
    assert "LightRAG found nothing: no results" in str(row.error)


def test_a_bad_relationship_of_a_reply_costs_itself_only(tmp_path: Path) -> None:
    bad = {**RELATIONSHIP, "tgt_id": None}
    path = written(tmp_path, "r.json", json.dumps({"relationships": [bad, RELATIONSHIP]}))

    first, second = read_triples(path)

    assert first.error is not None
    assert (first.error.field, second.triple) == ("tgt_id", KISMET)


@pytest.mark.parametrize(
    ("row", "field", "message"),
    [
        ('{"subject": "a", "predicate": "p"}', None, "expected subject, predicate, object or s"),
        ('{"subject": "", "predicate": "p", "object": "b"}', "subject", "empty or missing"),
        ('{"subject": "a", "object": "b"}', "predicate", "empty or missing"),
        ('{"subject": "a", "predicate": "p", "object": {}}', "object", "found dict"),
        ('{"subject": "a", "predicate": "p", "object": "\\ud800"}', "object", "not UTF-8"),
        ('["a", "p"]', None, r"an array of these three, found \['a', 'p'\]"),
        ('"a"', None, "found 'a'"),
        ("{", None, "not JSON"),
        ("\udcff", None, "is not UTF-8"),
    ],
)
def test_a_bad_row_is_an_error_with_its_line_and_the_rest_goes_on(
    tmp_path: Path, row: str, field: str | None, message: str
) -> None:
    good = json.dumps(dict(zip(("s", "p", "o"), KISMET, strict=True)))
    text = f"{good}\n\n{row}\n{good}\n".encode("utf-8", "surrogateescape")

    first, bad, last = read_triples(written(tmp_path, "kb.jsonl", text))

    assert (first.triple, last.triple, first.line, last.line) == (KISMET, KISMET, 1, 4)
    assert bad.error is not None
    assert (bad.line, bad.error.line, bad.error.field) == (3, 3, field)
    with pytest.raises(InputError, match=message):
        raise bad.error


@pytest.mark.parametrize(("value", "name"), [("1944", "1944"), ("2.5", "2.5"), ("true", "true")])
def test_numbers_are_names_and_white_space_around_is_not(
    tmp_path: Path, value: str, name: str
) -> None:
    row = f'{{"subject": " Kismet ", "predicate": "release_year", "object": {value}}}'

    assert triples(written(tmp_path, "kb.jsonl", row)) == [YEAR._replace(object=name)]


def test_a_predicate_can_be_given_to_rows_that_have_none(tmp_path: Path) -> None:
    path = written(tmp_path, "relationships.csv", "source,target,description\na,b,\na,c,knows\n")

    named = triples(path, Layout(unnamed="related to"))

    assert named == [Triple("a", "related to", "b"), Triple("a", "knows", "c")]
    assert triples(path) == [None, Triple("a", "knows", "c")]


def test_quoted_columns_with_commas_and_line_breaks_keep_their_lines(tmp_path: Path) -> None:
    text = '\ufeffid,source,target,description\n1,a,b,"says, ""x""\nand y"\n2,a\n3,b,c,p\n'

    first, short, last = read_triples(written(tmp_path, "relationships.csv", text))

    assert first.triple == Triple("a", 'says, "x"\nand y', "b")
    assert short.error is not None
    assert (short.line, str(short.error)) == (
        4,
        "found 2 columns, expected 4: id, source, target, description",
    )
    assert (last.line, last.triple) == (5, Triple("b", "p", "c"))


def test_quotes_mean_nothing_where_tabs_or_bars_delimit(tmp_path: Path) -> None:
    path = written(tmp_path, "kb.txt", '"Great Performances" Cats|has_genre|Musical\nKismet|x\n')

    cats, short = read_triples(path, Layout(delimiter="|", header=False))

    assert cats.triple == Triple('"Great Performances" Cats', "has_genre", "Musical")
    assert short.error is not None
    assert "expected 3: subject, predicate, object" in str(short.error)


def test_a_byte_that_is_not_utf8_costs_its_row_of_a_table_only(tmp_path: Path) -> None:
    bad, good = read_triples(written(tmp_path, "kb.csv", b"s,p,o\na,p,\xff\na,p,b\n"))

    assert bad.error is not None
    assert (bad.error.field, bad.line) == ("o", 2)
    assert good.triple == Triple("a", "p", "b")


def test_a_column_too_long_to_read_costs_its_row_only(tmp_path: Path) -> None:
    text = "s,p,o\na,p," + "x" * 200_000 + "\na,p,b\n"

    *_, last = rows = list(read_triples(written(tmp_path, "kb.csv", text)))

    assert rows[0].error is not None
    assert "the row cannot be read: field larger" in str(rows[0].error)
    assert last.triple == Triple("a", "p", "b")


@pytest.mark.parametrize("name", ["kb.csv.gz", "kb.jsonl.gz", "kb.json.gz"])
def test_a_file_that_breaks_off_gives_what_was_read_and_an_error(tmp_path: Path, name: str) -> None:
    csv = "csv" in name
    rows = [f"n{n},p,m{n}" if csv else json.dumps([f"n{n}", "p", f"m{n}"]) for n in range(9000)]
    head = "s,p,o\n" if csv else ""
    text = "[" + ",\n".join(rows) + "]" if name == "kb.json.gz" else head + "\n".join(rows)
    whole = gzip.compress(text.encode())

    *some, last = read_triples(written(tmp_path, name, whole[: len(whole) // 2]))

    assert some
    assert all(row.triple is not None for row in some)
    assert last.error is not None
    assert "cannot be read further" in str(last.error)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("kb.txt", "Cats|has_genre|Musical\nCats|year|1998\n"),
        ("kb.tsv", "Cats\thas_genre\tMusical\nCats\tyear\t1998\n"),
        ("kb.csv", "subject|predicate|object\nCats|has_genre|Musical\nCats|year|1998\n"),
        ("kb.csv", "Cats,has_genre,Musical\nCats,year,1998\n"),
    ],
)
def test_three_columns_need_no_names_and_any_delimiter_is_found(
    tmp_path: Path, name: str, content: str
) -> None:
    rows = list(read_triples(written(tmp_path, name, content)))
    begin = 2 if content.startswith("subject") else 1

    assert [(row.line, row.triple) for row in rows] == [
        (begin, Triple("Cats", "has_genre", "Musical")),
        (begin + 1, Triple("Cats", "year", "1998")),
    ]


@pytest.mark.parametrize("content", ["a,b,c,d\nw,x,y,z\n", "relation,film,genre\nx,y,z\n", ""])
def test_a_table_without_the_columns_is_an_error(tmp_path: Path, content: str) -> None:
    path = written(tmp_path, "kb.csv", content)

    with pytest.raises(InputError, match=r"has the columns .*expected subject, predicate, object"):
        list(read_triples(path))
    with pytest.raises(InputError, match="expected x, y, z"):
        list(read_triples(path, Layout(fields=("x", "y", "z"))))


def test_a_missing_file_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot read"):
        list(read_triples(tmp_path / "kb.jsonl"))


def test_a_graph_comes_with_the_errors_of_its_file(tmp_path: Path) -> None:
    loaded = read_graph(written(tmp_path, "kb.jsonl", '["a", "p", "b"]\n[]\n["a", "p", "b"]\n'))

    assert loaded.graph.triples == (Triple("a", "p", "b"),)
    assert [error.line for error in loaded.errors] == [2]


def test_a_file_of_bad_rows_alone_is_an_error_and_an_empty_one_is_not(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none of the 2 rows .* line 1: expected") as caught:
        read_graph(written(tmp_path, "kb.jsonl", "1\n2\n"))

    assert caught.value.line == 1
    assert read_graph(written(tmp_path, "none.jsonl", "")).graph.triples == ()


def test_ntriples_are_read_by_line_and_a_bad_one_costs_itself(tmp_path: Path) -> None:
    text = (
        '<http://x.org/Kismet> <http://x.org/year> "1944"^^<http://x.org/gYear> .\n'
        "<http://x.org/Kismet> .\n# done\n_:b <http://x.org/in> <http://x.org/Rome> .\n"
    )
    year, bad, last = read_triples(written(tmp_path, "kb.nt", text))

    assert year.triple == Triple("Kismet", "http://x.org/year", "1944")
    assert (bad.line, str(bad.error)) == (2, "expected N-Triples or Turtle, found '.'")
    assert (last.line, last.triple) == (4, Triple("_:b", "http://x.org/in", "Rome"))


def test_turtle_is_read_with_its_prefixes_and_lists(tmp_path: Path) -> None:
    text = (
        "@prefix x: <http://x.org/> .\n"
        'x:Kismet x:director x:WilliamDieterle ;\n  x:year 1944 ; x:title "Kismet"@en , "K" .\n'
        "[] x:in x:Rome .\n"
    )
    *rows, bad = read_triples(written(tmp_path, "kb.ttl.gz", gzip.compress(text.encode())))

    assert [(row.line, row.triple and row.triple.object) for row in rows] == [
        (2, "William Dieterle"),
        (3, "1944"),
        (3, "Kismet"),
        (3, "K"),
    ]
    assert (bad.line, str(bad.error)) == (
        4,
        "expected N-Triples or Turtle, found '[] x:in x:Rome .'",
    )


def parquet(path: Path, columns: dict[str, list[Any]]) -> Path:
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet as files

    files.write_table(pyarrow.table(columns), path)
    return path


def test_a_relationships_table_of_graphrag_is_read_from_parquet(tmp_path: Path) -> None:
    columns: dict[str, list[Any]] = {
        "id": ["1", "2"],
        "source": ["Kismet", None],
        "target": ["William Dieterle", "b"],
        "description": ["directed_by", "p"],
        "weight": [1.0, 2.0],
        "text_unit_ids": [["t1"], []],
    }

    first, second = read_triples(parquet(tmp_path / "relationships.parquet", columns))

    assert (first.line, first.triple) == (1, KISMET)
    assert second.error is not None
    assert (second.line, second.error.field) == (2, "source")


def test_a_parquet_file_without_the_columns_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="has the columns a; expected"):
        list(read_triples(parquet(tmp_path / "kb.parquet", {"a": [1]})))


def test_a_damaged_parquet_file_is_an_error(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    for path in (written(tmp_path, "kb.parquet", "no"), tmp_path / "none.parquet"):
        with pytest.raises(InputError, match="as Parquet"):
            list(read_triples(path))


def test_without_pyarrow_the_error_says_what_to_install(tmp_path: Path) -> None:
    code = (
        "import sys; sys.modules['pyarrow'] = None\n"
        "from groundgraph.io.triples import read_triples\n"
        "from groundgraph.errors import MissingExtraError\n"
        "try: list(read_triples(sys.argv[1]))\n"
        "except MissingExtraError as error: print(error)"
    )

    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "kb.parquet")],
        capture_output=True,
        text=True,
        check=True,
    )

    assert "pip install 'groundgraph[graphrag]'" in done.stdout
