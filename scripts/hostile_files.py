"""Files, pipes, devices and folders that a run may be given, and what it may end with."""

from __future__ import annotations

import gzip
import json
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from hostile_rows import lines

if TYPE_CHECKING:
    from collections.abc import Callable

GOOD = b'{"id": "%d", "passages": ["The shop opens at 9."], "answer": "It opens at %d."}\n'
BOMB = 900_000_000
"""Bytes that a bomb of about a megabyte unfolds to; a file may unfold to a little more."""


@dataclass(frozen=True)
class Asked:
    """What a run is asked.

    Attributes:
        arguments: After ``groundgraph check``.
        given: A file for standard input; "" closes it.
        statuses: What it may end with; 2 is a file or an option that cannot be used, 3 one of rows
            that are all errors.
        rows: How many rows it says something of, where that is sure.
        fed: A pipe that another process must write a good row into.
    """

    arguments: tuple[str, ...]
    given: str | None = None
    statuses: tuple[int, ...] = (0, 3)
    rows: int | None = None
    fed: str | None = None


FILES: dict[str, Callable[[Path, int], Asked]] = {}
"""What is made in a folder, from a seed, by name."""


def _named(make: Callable[[Path, int], Asked]) -> Callable[[Path, int], Asked]:
    FILES[make.__name__.replace("_", " ").strip()] = make
    return make


def good(number: int) -> bytes:
    """Return so many good rows."""
    return b"".join(GOOD % (n, n % 12) for n in range(number))


def _file(folder: Path, content: bytes, name: str = "rows.jsonl") -> str:
    path = folder / name
    path.write_bytes(content)
    return str(path)


def _content(name: str, content: Callable[[int], bytes], statuses: tuple[int, ...] = (0, 3),
             rows: int | None = None) -> None:  # fmt: skip
    """Register a file that is known by its content."""

    def make(folder: Path, seed: int) -> Asked:
        return Asked((_file(folder, content(seed)),), statuses=statuses, rows=rows)

    FILES[name] = make


def fuzzed(seed: int, number: int) -> bytes:
    """Return a good row and so many fuzzed ones."""
    return good(1) + b"\n".join(lines(seed, number))


def bomb() -> bytes:
    """Return a gzip file that unfolds to a thousand times its size: a good row and a long one."""
    piece = gzip.compress(b"0" * 10_000_000, 9)
    return gzip.compress(good(1)) + piece * (BOMB // 10_000_000)


def _flipped(packed: bytes) -> bytes:
    middle = len(packed) // 2
    return packed[:middle] + bytes([packed[middle] ^ 0xFF]) + packed[middle + 1 :]


_content("empty", lambda _: b"", rows=0)
_content("blank lines", lambda _: b" \r\n\t\n" * 500_000, rows=0)
_content("only a byte order mark", lambda _: b"\xef\xbb\xbf", rows=0)
_content("byte order mark and rows", lambda _: b"\xef\xbb\xbf" + good(3), rows=3)
_content("no line feed at the end", lambda _: good(3).rstrip(), rows=3)
_content("CRLF", lambda _: good(3).replace(b"\n", b"\r\n"), rows=3)
_content("CR alone", lambda _: good(3).replace(b"\n", b"\r"), rows=1)
_content("NUL between rows", lambda _: good(3).replace(b"\n", b"\n\0\n"))
_content("UTF-16 with a mark", lambda _: good(3).decode().encode("utf-16"), (2,))
_content("UTF-16 without a mark", lambda _: good(3).decode().encode("utf-16-be"), (2,))
_content("UTF-32 with a mark", lambda _: good(3).decode().encode("utf-32"), (2,))
_content("Latin-1", lambda _: good(1) + '{"answer": "é"}\n'.encode("latin-1") + good(1), rows=3)
_content("a program", lambda _: Path(sys.executable).read_bytes()[:300_000])
_content("noise", lambda seed: Random(seed).randbytes(200_000), (0, 2, 3))
_content("megabytes of NUL", lambda _: good(1) + bytes(50_000_000), rows=2)
_content("one long row", lambda _: good(1) + b'"' + b"x" * 50_000_000 + b'"\n' + good(1))
_content("a long row of spaces", lambda _: good(1) + b" " * 50_000_000 + good(1))
_content("many short lines of junk", lambda _: b"x\n" * 20_000, rows=20_000)
_content("backslashes", lambda _: good(1) + b"\\" * 800_001 + b"\n" + good(1), rows=3)
_content("quotes and backslashes", lambda _: good(1) + b'\\"' * 400_000 + b"\n" + good(1), rows=3)
_content("an array", lambda _: b"[" + good(3).strip().replace(b"\n", b",") + b"]", rows=3)
_content("an array never closed", lambda _: b"[" + good(3).strip().replace(b"\n", b","))
_content("rows after an array", lambda _: b"[1, {}]\n" + good(2), rows=4)
_content("brackets", lambda _: b"[" * 1_000_000)
_content("brackets in a row", lambda _: good(1) + b"[" * 1_000_000 + b"\n" + good(1), rows=3)
_content("an array of nothing", lambda _: b"[" + b"[]," * 20_000 + b"[]]")
_content(
    "objects over lines", lambda _: good(2).replace(b"{", b"{\n").replace(b",", b",\n"), rows=2
)
_content("objects in one line", lambda _: good(3).replace(b"\n", b""), rows=1)
_content("an object never closed", lambda _: b'{\n"answer": "a",\n' + good(500))
_content("fuzzed lines", lambda seed: fuzzed(seed, 60), rows=61)
_content("fuzzed array", lambda seed: b"[" + b",".join(lines(seed, 40)) + b"]", (0, 2, 3))
_content("gzip", lambda _: gzip.compress(good(3)), rows=3)
_content("gzip of nothing", lambda _: gzip.compress(b""), rows=0)
_content("gzip of fuzzed lines", lambda seed: gzip.compress(fuzzed(seed, 40)), rows=41)
_content("gzip in members", lambda _: gzip.compress(good(2)) + gzip.compress(good(1)), rows=3)
_content("gzip with zeros after it", lambda _: gzip.compress(good(3)) + bytes(99), rows=3)
_content("gzip with junk after it", lambda _: gzip.compress(good(3)) + b"junk", rows=4)
_content("gzip cut off", lambda _: gzip.compress(good(500))[:1_500])
_content("gzip cut off in its header", lambda _: gzip.compress(good(3))[:7], rows=1)
_content("gzip cut off in its end", lambda _: gzip.compress(good(3))[:-3], rows=4)
_content("gzip with a flipped byte", lambda _: _flipped(gzip.compress(good(300))))
_content("gzip in gzip", lambda _: gzip.compress(gzip.compress(good(3))), (2,))
_content("gzip of UTF-16", lambda _: gzip.compress(good(3).decode().encode("utf-16")), (2,))
_content("gzip that is a bomb", lambda _: bomb(), rows=2)
_content(
    "gzip that unfolds too far", lambda _: gzip.compress(good(1)) + bomb() * 2, (2,), rows=None
)
_content("ZIP", lambda _: b"PK\x03\x04" + bytes(500), (2,))
_content("zstd", lambda _: b"\x28\xb5\x2f\xfd" + bytes(500), (2,))
_content("Parquet", lambda _: b"PAR1" + bytes(500) + b"PAR1", (2,))


CELLS = "answer,passages\nYes.,Yes.\n"


@_named
def a_text_table(folder: Path, _: int) -> Asked:
    rows = CELLS + 'a,b,c\n"never closed,\n' + "x,y\n" * 9
    return Asked((_file(folder, rows.encode(), "rows.csv"),), rows=3)


@_named
def a_text_table_in_latin_1(folder: Path, _: int) -> Asked:
    return Asked((_file(folder, (CELLS + "é,é\n").encode("latin-1"), "rows.tsv"),))


@_named
def a_text_table_of_noise(folder: Path, seed: int) -> Asked:
    noise = Random(seed).randbytes(50_000)
    return Asked((_file(folder, CELLS.encode() + noise, "rows.csv"),), statuses=(0, 2, 3))


@_named
def a_text_table_that_is_a_bomb(folder: Path, _: int) -> Asked:
    packed = gzip.compress(CELLS.encode()) + gzip.compress(b"0" * 10_000_000) * 50
    return Asked((_file(folder, packed, "rows.csv.gz"),), rows=2)


@_named
def bomb_of_rows(folder: Path, _: int) -> Asked:
    path = _file(folder, gzip.compress(good(1) * 300_000))
    return Asked((path, "--limit", "unfolded_bytes=20k"), statuses=(2,))


@_named
def bomb_on_standard_input(folder: Path, _: int) -> Asked:
    return Asked(("-",), given=_file(folder, bomb()), rows=2)


@_named
def a_folder(folder: Path, _: int) -> Asked:
    return Asked((str(folder),), statuses=(2,))


@_named
def nothing_there(folder: Path, _: int) -> Asked:
    return Asked((str(folder / "absent" / ("n" * 300)),), statuses=(2,))


@_named
def a_pipe(folder: Path, _: int) -> Asked:
    os.mkfifo(folder / "pipe")
    return Asked((str(folder / "pipe"),), rows=1, fed=str(folder / "pipe"))


@_named
def an_endless_device(folder: Path, _: int) -> Asked:
    del folder
    return Asked(("/dev/zero",), statuses=(2,))


@_named
def an_endless_device_on_standard_input(folder: Path, _: int) -> Asked:
    del folder
    return Asked(("-",), given="/dev/zero", statuses=(2,))


@_named
def the_null_device(folder: Path, _: int) -> Asked:
    del folder
    return Asked(("/dev/null",), rows=0)


@_named
def standard_input_closed(folder: Path, _: int) -> Asked:
    del folder
    return Asked(("-",), given="", statuses=(2,))


@_named
def a_link_to_rows(folder: Path, _: int) -> Asked:
    (folder / "link").symlink_to(_file(folder, good(2)))
    return Asked((str(folder / "link"),), rows=2)


@_named
def a_link_to_itself(folder: Path, _: int) -> Asked:
    (folder / "link").symlink_to("link")
    return Asked((str(folder / "link"),), statuses=(2,))


@_named
def a_name_that_is_no_text(folder: Path, _: int) -> Asked:
    name = os.fsdecode(b"\xff\xfe line\nfeed")
    return Asked((_file(folder, good(2), name),), rows=2)


@_named
def sources_that_are_cut_off(folder: Path, _: int) -> Asked:
    source = json.dumps({"source_id": "1", "source_info": "a"}).encode() + b"\n"
    _file(folder, gzip.compress(source * 3_000)[:90], "source_info.jsonl.gz")
    return Asked((_file(folder, b'{"response": "a", "source_id": "1"}\n' * 9),), rows=9)


@_named
def sources_that_are_a_pipe(folder: Path, _: int) -> Asked:
    os.mkfifo(folder / "source_info.jsonl")
    return Asked((_file(folder, b'{"response": "a", "source_id": "1"}\n'),), rows=1)


@_named
def traces_that_are_pipes(folder: Path, _: int) -> Asked:
    os.mkfifo(folder / "pipe")
    row = {"answer": "a", "triples": [["a", "b", "c"]], "trace": "pipe"}
    return Asked((_file(folder, json.dumps(row).encode()), "--detector", "gga"), rows=1)


@_named
def an_output_that_is_a_folder(folder: Path, _: int) -> Asked:
    return Asked((_file(folder, good(1)), "--output", str(folder)), statuses=(2,))


@_named
def an_output_that_is_a_device(folder: Path, _: int) -> Asked:
    return Asked((_file(folder, good(1)), "--output", "/dev/zero"), statuses=(2,))


@_named
def an_output_that_is_a_pipe(folder: Path, _: int) -> Asked:
    os.mkfifo(folder / "pipe")
    return Asked((_file(folder, good(1)), "--output", str(folder / "pipe")), statuses=(2,))


@_named
def an_output_without_an_end(folder: Path, _: int) -> Asked:
    with (folder / "big").open("wb") as file:
        file.write(b'{"id":')
        file.truncate(BOMB)
    return Asked((_file(folder, good(1)), "--output", str(folder / "big")), statuses=(2,))


@_named
def an_output_that_is_the_input(folder: Path, _: int) -> Asked:
    path = _file(folder, good(1))
    return Asked((path, "--output", path), statuses=(2,))


@_named
def a_report_that_is_a_device(folder: Path, _: int) -> Asked:
    return Asked((_file(folder, good(1)), "--report", "/dev/null"), statuses=(2,))


@_named
def a_report_of_fuzzed_lines(folder: Path, seed: int) -> Asked:
    report = str(folder / "report.html")
    return Asked((_file(folder, fuzzed(seed, 80)), "--report", report), rows=None)


@_named
def a_gate_over_fuzzed_lines(folder: Path, seed: int) -> Asked:
    path = _file(folder, fuzzed(seed, 80))
    return Asked((path, "--fail-on", "unverifiable"), statuses=(1, 3), rows=81)


@_named
def fuzzed_lines_in_workers(folder: Path, seed: int) -> Asked:
    return Asked((_file(folder, fuzzed(seed, 120)), "--workers", "2"), rows=121)
