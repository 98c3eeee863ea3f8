"""Files of models are read only when they are what was written."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import groundgraph
from groundgraph import ModelError, checksums
from groundgraph.checksums import MODELS, SUMS, check_file, read_checked, read_sums, write_sums
from groundgraph.parts import onnx
from groundgraph.parts.verifiers.minilm import MiniLMVerifier
from groundgraph.types import Pair

if TYPE_CHECKING:
    from collections.abc import Callable

FOLDERS = sorted(path for path in MODELS.iterdir() if path.is_dir())
LOADED = (
    "fused/detector.json",
    "reader/model.onnx",
    "minilm/tokenizer.json",
)


def flip(path: Path) -> None:
    """Change one bit in the middle of a file."""
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-1])


def empty(path: Path) -> None:
    path.write_bytes(b"")


def extend(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b"\0")


def forget_sum(path: Path) -> None:
    lines = (path.parent / SUMS).read_text().splitlines(keepends=True)
    (path.parent / SUMS).write_text("".join(line for line in lines if path.name not in line))


def forget_sums(path: Path) -> None:
    (path.parent / SUMS).unlink()


def spoil_sums(path: Path) -> None:
    (path.parent / SUMS).write_bytes(b"\xff")


DAMAGES = (flip, cut, empty, extend, Path.unlink, forget_sum, forget_sums, spoil_sums)


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a copy of small shipped models, where they count as shipped."""
    folder = tmp_path / "small"
    folder.mkdir()
    for name in ("reader/model.onnx", "minilm/tokenizer.json"):
        shutil.copy(MODELS / name, folder)
    write_sums(folder)
    monkeypatch.setattr(checksums, "MODELS", tmp_path)
    return folder


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_every_shipped_file_has_its_sum_and_is_it(folder: Path) -> None:
    files = {path.name for path in folder.iterdir()} - {SUMS, "MODEL_CARD.md"}
    sums = read_sums(folder)

    assert set(sums) == files
    for name, digest in sums.items():
        assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == digest, name


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__)
@pytest.mark.parametrize("name", ["model.onnx", "tokenizer.json"])
def test_a_damaged_file_is_named_with_what_to_do(
    installed: Path, name: str, damage: Callable[[Path], None]
) -> None:
    damage(installed / name)

    for load in (check_file, read_checked, lambda path: onnx.session(path, 1), onnx.tokenizer):
        with pytest.raises(ModelError, match=rf"{name}|{SUMS} .*reinstall groundgraph"):
            load(installed / name)


def test_a_reason_of_several_lines_is_told_on_one() -> None:
    error = checksums.unusable(Path("a.onnx"), RuntimeError("no graph\n  in it\n"))

    assert str(error) == "a.onnx cannot be loaded (no graph in it); copy or export it again"


def test_a_file_is_hashed_once_while_it_stays_the_same(
    installed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hashed: list[Path] = []
    digest = checksums.sha256_of

    def counted(path: Path) -> str:
        hashed.append(path)
        return digest(path)

    monkeypatch.setattr(checksums, "sha256_of", counted)
    path = installed / "model.onnx"

    check_file(path)
    check_file(path)
    assert hashed == [path]

    flip(path)
    with pytest.raises(ModelError, match="it is damaged"):
        check_file(path)
    assert hashed == [path, path]


def test_sums_are_those_of_sha256sum(tmp_path: Path) -> None:
    (tmp_path / "a.bin").write_bytes(b"a" * 3_000_000)
    (tmp_path / "b c.json").write_text("{}")
    (tmp_path / "MODEL_CARD.md").write_text("text")

    write_sums(tmp_path)
    write_sums(tmp_path)

    a, b = (hashlib.sha256((tmp_path / name).read_bytes()) for name in ("a.bin", "b c.json"))
    lines = [f"{a.hexdigest()}  a.bin\n", f"{b.hexdigest()}  b c.json\n"]
    assert (tmp_path / SUMS).read_text() == "".join(lines)


def test_another_export_is_checked_where_it_has_sums(tmp_path: Path) -> None:
    shutil.copy(MODELS / "reader" / "model.onnx", tmp_path)
    verifier = MiniLMVerifier(folder=str(tmp_path))
    pair = Pair("It opened in 1950.", "It opened in 1950.")
    assert verifier.verify([pair]).problems == {}

    write_sums(tmp_path)
    flip(tmp_path / "model.onnx")

    with pytest.raises(ModelError, match=r"model\.onnx cannot be loaded .* copy or export it"):
        onnx.session(tmp_path / "model.onnx", 2)


@pytest.mark.parametrize("name", LOADED)
def test_one_bit_of_an_installed_model_ends_a_run_with_a_message(tmp_path: Path, name: str) -> None:
    package = tmp_path / "groundgraph"
    own = Path(groundgraph.__file__).parent
    shutil.copytree(own, package, ignore=shutil.ignore_patterns("models", "__pycache__"))
    for path in MODELS.glob("*/*"):
        there = package / path.relative_to(own)
        there.parent.mkdir(parents=True, exist_ok=True)
        there.symlink_to(path)
    damaged = package / "models" / name
    damaged.unlink()
    shutil.copy(MODELS / name, damaged)
    flip(damaged)

    done = subprocess.run(
        [sys.executable, "-m", "groundgraph", "check", "--example", "--output", "-"],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )

    assert (done.returncode, done.stdout) == (2, "")
    assert "Traceback" not in done.stderr
    assert f"{damaged} cannot be loaded (its SHA-256 is " in done.stderr
    assert "reinstall groundgraph" in done.stderr
