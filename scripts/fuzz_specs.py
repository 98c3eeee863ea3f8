"""Damage specs, saved detectors and model files: each is refused with a message, or judges.

    python scripts/fuzz_specs.py [--cases 10000] [--seed 0]

Prints how many were refused by which error and how many judged. Exit status 1 on any surprise:
another exception, a warning, a connection, a program started, a file written elsewhere, a damaged
model file that is read.
"""

from __future__ import annotations

import argparse
import copy
import os
import random
import shutil
import signal
import sys
import tempfile
import time
import traceback
import warnings
from collections import Counter
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from groundgraph import (
    Example,
    GroundgraphError,
    Passage,
    Triple,
    UntrustedError,
    checksums,
    load,
    specs,
)
from groundgraph.checksums import MODELS, SUMS
from groundgraph.parts import onnx
from spec_damage import damage, rewritten, whole_specs

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SURPRISE = "SURPRISE"
LONGEST_S = 60
"""A case that takes longer has hung."""
EXAMPLES = [
    Example(
        "The old bridge over the river was opened in 1932. It carries rail and road traffic.",
        (Passage("The old bridge over the river was opened in 1950 after eight years of work."),),
        question="When was the bridge opened?",
        triples=(Triple("bridge", "opened", "1950"),),
        metadata={"prd": 0.4, "sas": 0.2},
    ),
    Example("Cats sleep.", (Passage('{"name": "Cat", "hours": 14}'),)),
]
REACHES = frozenset(
    "socket.connect socket.getaddrinfo subprocess.Popen os.system os.exec sqlite3.connect".split()
)
CHANGES = frozenset("os.mkdir os.remove os.rename os.rmdir os.truncate os.link".split())
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT


class SurpriseError(Exception):
    """What must not happen did."""


class Case(NamedTuple):
    """One damaged thing: what it is, what was done to it, and a function that uses it."""

    what: str
    damage: str
    use: Callable[[], object]


class Watch:
    """Notes, as an audit hook, what reaches out of the process while it is on."""

    def __init__(self) -> None:
        self.folder, self.on = "", False
        self.seen: list[str] = []
        sys.addaudithook(self)  # for the rest of the process: Python has no way to take it off

    def __call__(self, event: str, arguments: tuple[Any, ...]) -> None:
        if not self.on:
            return
        writes = event in CHANGES or (event == "open" and arguments[2] & WRITING)
        path = os.fsdecode(arguments[0]) if writes and not isinstance(arguments[0], int) else ""
        outside = path and not path.startswith(self.folder) and "__pycache__" not in path
        if event in REACHES or outside:
            self.seen.append(f"{event} {arguments[:2]!r:.200}")


@cache
def watch() -> Watch:
    return Watch()


def judge(detector: Any) -> None:
    """Judge with whatever was made; a part or head that was damaged alone is only made."""
    if hasattr(detector, "detect"):
        verdicts = detector.detect(EXAMPLES)
        if len(verdicts) != len(EXAMPLES):
            raise SurpriseError(f"{len(verdicts)} verdicts for {len(EXAMPLES)} answers")


def damaged_spec(draw: random.Random, _folder: Path) -> Case:
    spec = copy.deepcopy(draw.choice(whole_specs()))
    done = [damage(spec, draw) for _ in range(draw.choice([1, 1, 2, 3])) if spec]
    return Case("spec", ", ".join(done), lambda: judge(specs.build(spec)))


def damaged_reference(draw: random.Random, _folder: Path) -> Case:
    spec = dict(specs.reference(draw.choice(["lexical", "egc"])))
    done = damage(spec, draw)
    return Case("reference", done, lambda: judge(load(spec)))


def damaged_file(draw: random.Random, folder: Path) -> Case:
    """Damage a ``detector.json``: its bits, its length, its encoding, or what it holds."""
    path = folder / f"saved-{draw.randrange(8)}" / "detector.json"
    detectors = [spec for spec in whole_specs() if spec["kind"] == "detector"]
    built = specs.build(draw.choice(detectors), trust=True)
    specs.save(built, path.parent, {"rows": 12})
    content = bytearray(saved := path.read_bytes())
    how = draw.choice(["bit", "cut", "bytes", "utf-16", "twice", "entry", "huge", "nan", "deep"])
    if how == "bit":
        content[draw.randrange(len(content))] ^= 1 << draw.randrange(8)
    elif how == "cut":
        del content[draw.randrange(len(content)) :]
    elif how == "bytes":
        start = draw.randrange(len(content))
        content[start : start + draw.randrange(50)] = draw.randbytes(draw.randrange(50))
    elif how == "utf-16":
        content = bytearray(content.decode().encode("utf-16"))
    elif how == "twice":
        content = content + content
    else:
        content = bytearray(rewritten(content, how, draw))
    path.write_bytes(content)
    may_load = content == saved or b'"sha256"' not in content
    return Case("detector.json", how, lambda: read_saved(path.parent, may_load))


def read_saved(folder: Path, may_load: bool) -> None:
    detector = load(folder)
    if not may_load:
        raise SurpriseError("a damaged detector.json was read, in spite of its sum")
    judge(detector)


def damaged_model(draw: random.Random, folder: Path) -> Case:
    """Damage a copy of a shipped model's file; its folder counts as shipped."""
    name = draw.choice(["minilm/model.onnx", "lexical/detector.json", "minilm/tokenizer.json"])
    path = folder / "models" / f"{Path(name).stem}-{draw.randrange(10**9)}" / Path(name).name
    shutil.rmtree(folder / "models", ignore_errors=True)  # what the case before left
    path.parent.mkdir(parents=True)
    shutil.copy(MODELS / name, path)
    shutil.copy((MODELS / name).parent / SUMS, path.parent)
    how = draw.choice(["bit", "bit", "cut", "append", "empty", "remove", "sums"])
    content = bytearray(path.read_bytes())
    if how == "bit":
        content[draw.randrange(len(content))] ^= 1 << draw.randrange(8)
    elif how == "cut":
        del content[draw.randrange(len(content)) :]
    elif how == "append":
        content += draw.randbytes(1 + draw.randrange(9))
    path.write_bytes(b"" if how == "empty" else content)
    if how == "remove":
        path.unlink()
    elif how == "sums":
        sums = path.parent / SUMS
        sums.write_bytes(sums.read_bytes()[: draw.randrange(60)])
    return Case("model file", how, lambda: read_model(path))


def read_model(path: Path) -> None:
    if path.suffix == ".onnx":
        onnx.session(path, 1)
    elif path.name == "tokenizer.json":
        onnx.tokenizer(path)
    else:
        checksums.read_checked(path)
    raise SurpriseError("a damaged model file was read")


KINDS = (damaged_spec,) * 12 + (damaged_file,) * 5 + (damaged_reference, damaged_model)


def cases(seed: int, count: int, folder: Path) -> Iterator[Case]:
    """Yield damaged things, the same for the same seed; files are made in ``folder``."""
    for number in range(count):
        draw = random.Random(f"{seed}/{number}")
        yield draw.choice(KINDS)(draw, folder)


def outcome(case: Case) -> str:
    """Use a damaged thing; return "judged", the error that refused it, or a surprise."""
    watch().seen, watch().on = [], True
    signal.setitimer(signal.ITIMER_REAL, LONGEST_S)
    try:
        how = used(case)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        watch().on = False
    return "\n".join([SURPRISE, *watch().seen[:5], how]) if watch().seen else how


def used(case: Case) -> str:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            case.use()
    except UntrustedError:
        return "UntrustedError"
    except GroundgraphError as error:
        lines = str(error).splitlines()
        return type(error).__name__ if len(lines) == 1 else f"{SURPRISE}\nlong message: {error}"
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001 - whatever it is, it is the finding
        return "\n".join([SURPRISE, *traceback.format_exception(error)[-6:]])
    return "judged"


def hung(*_: object) -> None:
    raise TimeoutError(f"longer than {LONGEST_S} s")


@contextmanager
def workplace() -> Iterator[Path]:
    """Give a folder for damaged files, in which models count as shipped."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shipped, before = checksums.MODELS, signal.signal(signal.SIGALRM, hung)
        checksums.MODELS, watch().folder = folder / "models", name
        try:
            yield folder
        finally:
            checksums.MODELS = shipped
            signal.signal(signal.SIGALRM, before)


def run(seed: int, count: int) -> tuple[Counter[tuple[str, str]], list[str]]:
    """Use so many damaged things; return how each kind ended, and the surprises."""
    found: Counter[tuple[str, str]] = Counter()
    surprises: list[str] = []
    with workplace() as folder:
        for number, case in enumerate(cases(seed, count, folder)):
            how = outcome(case)
            found[case.what, how.partition("\n")[0]] += 1
            if how.startswith(SURPRISE):
                surprises.append(f"seed {seed}, case {number}, {case.what}: {case.damage}\n{how}")
    return found, surprises


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--cases", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    began = time.perf_counter()
    found, surprises = run(arguments.seed, arguments.cases)
    for surprise in surprises:
        print(surprise)
    for (what, how), count in sorted(found.items()):
        print(f"{what:15} {how:20} {count:7,}")
    took = time.perf_counter() - began
    print(f"{arguments.cases:,} cases in {took:.0f} s: {len(surprises)} surprises")
    return int(bool(surprises))


if __name__ == "__main__":
    sys.exit(main())
