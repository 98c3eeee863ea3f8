from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from pyoxigraph import RdfFormat, Store, parse, serialize
from sparql_server import GRAPH

from groundgraph.errors import InputError, MissingExtraError
from groundgraph.knowledge import dumps
from groundgraph.knowledge.building import Progress, build
from groundgraph.knowledge.dumps import BadLine
from groundgraph.knowledge.manifest import DATABASE, FILE, read_manifest
from groundgraph.knowledge.store import StoreSource
from groundgraph.types import Entity, Mention, Triple

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

ENTITY = "http://www.wikidata.org/entity/"
LABEL = "<http://www.w3.org/2000/01/rdf-schema#label>"


def lines(count: int) -> bytes:
    return b"".join(
        f'<{ENTITY}Q{n}> {LABEL} "thing {n}"@en .\n'.encode("ascii") for n in range(count)
    )


def stored(output: Path) -> set[str]:
    return {str(quad) for quad in Store.read_only(str(output / DATABASE))}


def names(output: Path, listed: Sequence[str]) -> list[str | None]:
    found = StoreSource(str(output)).link([Mention(name, "") for name in listed])
    return [entity and entity.label for entity in found]


@pytest.fixture
def triples(tmp_path: Path) -> Path:
    """Write the graph of people.ttl as N-Triples."""
    path = tmp_path / "people.nt"
    quads = parse(path=GRAPH, format=RdfFormat.TURTLE)
    serialize((quad.triple for quad in quads), path, RdfFormat.N_TRIPLES)
    return path


def test_every_format_fills_the_same_store(tmp_path: Path, triples: Path) -> None:
    zipped = [tmp_path / "people.nt.gz", tmp_path / "people.ttl.gz"]
    for path, plain in zip(zipped, [triples, GRAPH], strict=True):
        path.write_bytes(gzip.compress(plain.read_bytes()))

    for number, dump in enumerate([triples, GRAPH, *zipped]):
        build([dump], tmp_path / f"store-{number}")

    first, *others = [stored(tmp_path / f"store-{number}") for number in range(4)]
    assert len(first) > 50
    assert all(other == first for other in others)


def test_statements_that_no_question_reads_are_left_out(tmp_path: Path, triples: Path) -> None:
    assert "prop/P108" in triples.read_text()

    build([triples], tmp_path / "store")

    assert not any("/prop/P108" in statement for statement in stored(tmp_path / "store"))


def test_a_bad_line_is_reported_and_costs_nothing_else(tmp_path: Path) -> None:
    dump = tmp_path / "some.nt"
    bad = [b"nonsense\n", b'<http://x/1> <http://x/p> "open .\n', b"\xff\xfe\n"]
    parts = lines(40).splitlines(keepends=True)
    dump.write_bytes(b"".join([*parts[:10], bad[0], *parts[10:20], bad[1], bad[2], *parts[20:]]))
    news: list[Progress | BadLine] = []

    made = build([dump], tmp_path / "store", report=news.append)

    found = [one for one in news if isinstance(one, BadLine)]
    assert [(one.dump, one.line) for one in found] == [
        ("some.nt", 11),
        ("some.nt", 22),
        ("some.nt", 23),
    ]
    assert all(one.reason for one in found)
    assert (made.kept, made.bad) == (40, 3)
    assert len(stored(tmp_path / "store")) == 40


def test_turtle_reads_on_after_a_bad_statement(tmp_path: Path) -> None:
    dump = tmp_path / "some.ttl"
    dump.write_bytes(lines(3) + b"<http://x/1> nonsense @@ .\n" + lines(6))
    news: list[Progress | BadLine] = []

    made = build([dump], tmp_path / "store", report=news.append)

    assert made.bad >= 1
    assert next(one.line for one in news if isinstance(one, BadLine)) == 4
    assert len(stored(tmp_path / "store")) == 6


def test_comments_blank_lines_and_a_missing_last_newline_are_fine(tmp_path: Path) -> None:
    dump = tmp_path / "some.nt"
    dump.write_bytes(b"# made by hand\n\n" + lines(2).rstrip(b"\n"))

    assert build([dump], tmp_path / "store").kept == 2


def test_an_empty_dump_is_an_empty_store(tmp_path: Path) -> None:
    dump = tmp_path / "none.nt"
    dump.touch()

    assert build([dump], tmp_path / "store").complete
    assert names(tmp_path / "store", ["thing"]) == [None]


@pytest.mark.parametrize("suffix", [".nt", ".ttl", ".nt.gz", ".ttl.gz"])
def test_a_build_that_was_killed_goes_on_where_it_was(
    tmp_path: Path, suffix: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = lines(50)
    dump, output = tmp_path / f"some{suffix}", tmp_path / "store"
    dump.write_bytes(gzip.compress(content) if suffix.endswith("gz") else content)
    code = (
        "import os, sys\n"
        "from functools import partial\n"
        "from pathlib import Path\n"
        "from groundgraph.knowledge import building, dumps\n"
        "building.read_dump = partial(dumps.read_dump, size=10)\n"
        "die = lambda news: os._exit(9) if news.read == 30 else None\n"
        "building.build([Path(sys.argv[1])], Path(sys.argv[2]), report=die)\n"
    )
    killed = subprocess.run([sys.executable, "-c", code, dump, output], check=False)
    unfinished = read_manifest(output)
    news: list[Progress | BadLine] = []

    made = build([dump], output, report=news.append)

    assert killed.returncode == 9
    assert unfinished is not None
    assert (unfinished.complete, unfinished.read) == (False, {dump.name: 30})
    assert [one.read for one in news if isinstance(one, Progress)] == [50]
    assert (made.complete, made.kept) == (True, 50)
    assert len(stored(output)) == 50


def test_a_finished_store_is_left_alone(tmp_path: Path, triples: Path) -> None:
    build([triples], tmp_path / "store")
    news: list[Progress | BadLine] = []

    assert build([triples], tmp_path / "store", report=news.append).complete
    assert news == []


def test_only_the_listed_entities_are_kept_and_what_they_point_at_is_named(
    tmp_path: Path, triples: Path
) -> None:
    chosen = tmp_path / "entities.txt"
    chosen.write_text(f"# one person\nQ1\n\n<{ENTITY}Q2>\n")

    build([triples], tmp_path / "store", entities=chosen)

    source = StoreSource(str(tmp_path / "store"))
    found = source.link([Mention("Marta Lindqvist", ""), Mention("Aldmoor Institute", "")])
    marta, institute = (entity for entity in found if entity is not None)
    of_marta, of_institute = source.facts([marta, institute])
    relation = Triple("Marta Lindqvist", "employer", "Aldmoor Institute")
    assert relation in of_marta
    assert Triple("Marta Lindqvist", "date of birth", "14 March 1961") in of_marta
    assert of_institute == [relation]
    assert names(tmp_path / "store", ["Harlow Rovers", "Voltherm Works", "Sweden"]) == [
        "Harlow Rovers",
        None,
        None,
    ]


@pytest.mark.parametrize(("depth", "facts"), [(0, False), (1, True)])
def test_depth_counts_the_steps_whose_facts_are_kept(
    tmp_path: Path, triples: Path, depth: int, facts: bool
) -> None:
    chosen = tmp_path / "entities.txt"
    chosen.write_text("Q1\n")

    build([triples], tmp_path / "store", entities=chosen, depth=depth)

    source = StoreSource(str(tmp_path / "store"))
    [found] = source.facts([Entity(f"{ENTITY}Q20", "Aldmoor Institute", "")])
    assert found == ([Triple("Aldmoor Institute", "country", "Sweden")] if facts else [])


def test_a_choice_that_was_killed_goes_on_with_its_next_round(
    tmp_path: Path, triples: Path
) -> None:
    chosen, output = tmp_path / "entities.txt", tmp_path / "store"
    chosen.write_text("Q1\n")
    rounds: list[Progress] = []

    def stop(news: Progress | BadLine) -> None:
        assert isinstance(news, Progress)
        rounds.append(news)
        if len(rounds) == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build([triples], output, entities=chosen, depth=2, report=stop)
    news: list[Progress | BadLine] = []
    build([triples], output, entities=chosen, depth=2, report=news.append)
    whole = tmp_path / "whole"
    build([triples], whole, entities=chosen, depth=2)

    assert [one.doing for one in news if isinstance(one, Progress)] == [
        "choosing",
        "choosing",
        "storing",
    ]
    assert stored(output) == stored(whole)


def test_another_choice_needs_another_folder(tmp_path: Path, triples: Path) -> None:
    chosen = tmp_path / "entities.txt"
    chosen.write_text("Q1\n")
    build([triples], tmp_path / "store", entities=chosen)

    with pytest.raises(InputError, match="holds a store of other dumps, entities or depth"):
        build([triples], tmp_path / "store")


def test_a_folder_with_other_files_is_not_touched(tmp_path: Path, triples: Path) -> None:
    with pytest.raises(InputError, match="holds other files"):
        build([triples], tmp_path)

    assert not (tmp_path / FILE).exists()


@pytest.mark.parametrize(
    ("name", "said"),
    [("dump.json", "is not a dump"), ("gone.nt", "is not a file"), ("x.gz", "is not a dump")],
)
def test_what_is_no_dump_is_refused(tmp_path: Path, name: str, said: str) -> None:
    if name != "gone.nt":
        (tmp_path / name).touch()

    with pytest.raises(InputError, match=said):
        build([tmp_path / name], tmp_path / "store")
    assert not (tmp_path / "store").exists()


@pytest.mark.parametrize("damage", ["cut", "flipped", "plain"])
def test_a_damaged_archive_is_an_error(tmp_path: Path, damage: str) -> None:
    dump, packed = tmp_path / "some.nt.gz", bytearray(gzip.compress(lines(5000)))
    if damage == "cut":
        del packed[len(packed) // 2 :]
    elif damage == "flipped":
        packed[len(packed) // 2 :] = os.urandom(len(packed) // 2)
    else:
        packed = bytearray(lines(3))
    dump.write_bytes(packed)

    with pytest.raises(InputError, match=r"some\.nt\.gz cannot be read to its end"):
        build([dump], tmp_path / "store")


@pytest.mark.parametrize(
    ("content", "said"), [("Q1\nnot an id\n", "line 2"), ("# none\n", "names no entity")]
)
def test_a_list_of_entities_that_cannot_be_used_is_refused(
    tmp_path: Path, triples: Path, content: str, said: str
) -> None:
    chosen = tmp_path / "entities.txt"
    chosen.write_text(content)

    with pytest.raises(InputError, match=said):
        build([triples], tmp_path / "store", entities=chosen)


def test_two_dumps_of_one_name_are_refused(tmp_path: Path, triples: Path) -> None:
    with pytest.raises(InputError, match="two dumps have the same name"):
        build([triples, triples], tmp_path / "store")


def test_several_dumps_fill_one_store(tmp_path: Path, triples: Path) -> None:
    more = tmp_path / "more.nt"
    more.write_bytes(lines(1).replace(b"Q0", b"Q900"))

    build([triples, more], tmp_path / "store")

    assert names(tmp_path / "store", ["Ystad", "thing 0"]) == ["Ystad", "thing 0"]


def test_two_builds_at_once_are_refused(tmp_path: Path, triples: Path) -> None:
    output = tmp_path / "store"
    build([triples], output)
    manifest = json.loads((output / FILE).read_text())
    (output / FILE).write_text(json.dumps({**manifest, "complete": False}))
    holder = Store(str(output / DATABASE))

    with pytest.raises(InputError, match="is another build running"):
        build([triples], output)
    del holder


def test_without_pyoxigraph_the_extra_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyoxigraph", None)

    with pytest.raises(MissingExtraError, match=r"groundgraph\[kb\]"):
        build([GRAPH], tmp_path / "store")


def test_pieces_bound_what_is_held_at_once(tmp_path: Path) -> None:
    dump = tmp_path / "some.nt"
    dump.write_bytes(lines(25))

    pieces = list(dumps.read_dump(dump, skip=4, size=10))

    assert [piece.position for piece in pieces] == [14, 24, 25]
    assert [len(piece.statements) for piece in pieces] == [10, 10, 1]
