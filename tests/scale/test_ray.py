"""Real Ray on this machine, with two workers; skipped where it is not installed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from groundgraph import Example, InputError, MachineError, NotFittedError, Passage, scale
from groundgraph.checking import check_rows
from groundgraph.io import Row, digest_of, dumps, read_rows

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from groundgraph.scale import Cluster, FileChecked

os.environ["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "0"  # read by Ray when it is imported
os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
ray = pytest.importorskip("ray", reason="pip install 'groundgraph[ray]'")

pytestmark = pytest.mark.filterwarnings("ignore::Warning:ray")  # of its own defaults

ANSWERS = ["a", "b", "a boom", "", "a nan", "a"]
LOOPBACK = {"0100007F", "0000000000000000FFFF00000100007F", "00000000000000000000000001000000"}
LISTENING = "0A"


@pytest.fixture(scope="module")
def marker(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the file without which the detector "mortal" is killed."""
    return tmp_path_factory.mktemp("marked") / "marker"


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory, marker: Path) -> Iterator[Cluster]:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(Path(__file__).parents[1] / "support")
        from plain_detectors import install  # type: ignore[import-not-found, unused-ignore]

        install(tmp_path_factory.mktemp("installed"), patch)
        patch.setenv("MORTAL_MARKER", str(marker))
        with scale.opened("local", workers=2) as opened:
            yield opened


def row(number: int, answer: str = "a b") -> Row:
    example = Example(answer, (Passage("a"),), id=f"r{number}")
    return Row(number, digest_of(example), example=example, id=example.id)


def test_rows_come_in_order_as_one_process_judges_them(cluster: Cluster) -> None:
    rows = [row(number, ANSWERS[number % len(ANSWERS)]) for number in range(90)]
    rows[7] = Row(7, "0" * 16, error=InputError("found 5", line=7, field="answer"))
    there = check_rows(rows, "brittle", batch_size=2, judges=scale.on_ray(cluster))
    assert list(there) == list(check_rows(rows, "brittle", batch_size=2))


def test_the_rows_of_a_worker_that_is_killed_are_judged_again(
    cluster: Cluster, marker: Path
) -> None:
    rows = [row(number, "a die" if number == 11 else "a b") for number in range(40)]
    marker.unlink(missing_ok=True)
    there = list(check_rows(rows, "mortal", batch_size=2, judges=scale.on_ray(cluster)))
    assert marker.exists()
    assert there == list(check_rows(rows, "mortal", batch_size=2))


def test_a_row_that_kills_every_worker_ends_the_run_and_the_rows_before_are_kept(
    cluster: Cluster,
) -> None:
    rows = [row(1), row(2), row(3, "a die"), row(4)]
    there = check_rows(rows, "deadly", batch_size=1, judges=scale.on_ray(cluster))
    assert [next(there).row.line, next(there).row.line] == [1, 2]
    with pytest.raises(MachineError, match="lines 3 to 4 were waited for"):
        next(there)


def test_what_a_worker_raises_is_raised_here(cluster: Cluster) -> None:
    there = check_rows([row(1)], "unfitted", judges=scale.on_ray(cluster))
    with pytest.raises(NotFittedError, match="must be fitted first"):
        next(there)


def write(folder: Path, files: dict[str, list[str]]) -> Path:
    folder.mkdir()
    for name, answers in files.items():
        rows = [{"id": f"r{n}", "passages": ["a"], "answer": a} for n, a in enumerate(answers)]
        (folder / name).write_text("".join(json.dumps(each) + "\n" for each in rows))
    return folder


def checked(source: Path, cluster: Cluster, detector: str) -> dict[str, FileChecked]:
    output = source.parent / "verdicts"
    return {one.name: one for one in scale.check_folder(source, output, cluster, detector=detector)}


def alone(file: Path, detector: str) -> str:
    return "".join(dumps(one.record) + "\n" for one in check_rows(read_rows(file), detector))


def test_each_file_of_a_folder_gets_the_bytes_of_one_process(
    cluster: Cluster, tmp_path: Path
) -> None:
    source = write(tmp_path / "in", {f"{n}.jsonl": ANSWERS * (n + 1) for n in range(5)})
    done = checked(source, cluster, "brittle")
    assert set(done) == {f"{n}.jsonl" for n in range(5)}
    for file in source.iterdir():
        assert (tmp_path / "verdicts" / file.name).read_text() == alone(file, "brittle")
    again = checked(source, cluster, "brittle")
    assert {name: one.counts["skipped"] for name, one in again.items()} == {
        f"{n}.jsonl": 6 * (n + 1) for n in range(5)
    }


def test_parquet_in_gives_parquet_out(cluster: Cluster, tmp_path: Path) -> None:
    import pyarrow as pa
    from pyarrow import parquet

    (tmp_path / "in").mkdir()
    rows = [{"id": f"r{n}", "passages": ["a"], "answer": a} for n, a in enumerate(ANSWERS)]
    parquet.write_table(pa.Table.from_pylist(rows), tmp_path / "in" / "1.parquet")
    done = checked(tmp_path / "in", cluster, "brittle")["1.parquet"]
    table = parquet.read_table(tmp_path / "verdicts" / "1.parquet")
    expected = alone(tmp_path / "in" / "1.parquet", "brittle").splitlines()
    assert table["record"].to_pylist() == [line for line in expected if '"error"' not in line]
    errors = (tmp_path / "verdicts" / "errors" / "1.jsonl").read_text().splitlines()
    assert errors == [line for line in expected if '"error"' in line]
    assert done.counts["errors"] == 2


def test_a_file_whose_worker_is_killed_is_finished_by_another(
    cluster: Cluster, marker: Path, tmp_path: Path
) -> None:
    answers = {f"{n}.jsonl": ["a b"] * 80 for n in range(3)}
    answers["1.jsonl"][70] = "a die"
    source = write(tmp_path / "in", answers)
    marker.unlink(missing_ok=True)
    done = checked(source, cluster, "mortal")
    assert marker.exists()
    assert [one.failure for one in done.values()] == ["", "", ""]
    for file in source.iterdir():
        assert (tmp_path / "verdicts" / file.name).read_text() == alone(file, "mortal")


def test_a_file_that_kills_its_workers_or_cannot_be_read_costs_only_itself(
    cluster: Cluster, tmp_path: Path
) -> None:
    source = write(tmp_path / "in", {"good.jsonl": ["a"], "kills.jsonl": ["a", "die"]})
    (source / "foreign.jsonl").write_bytes(b"PK\x03\x04")
    done = checked(source, cluster, "deadly")
    assert done["good.jsonl"].counts["grounded"] == 1
    assert "3 workers died" in done["kills.jsonl"].failure
    assert "a ZIP archive; unpack it" in done["foreign.jsonl"].failure


def test_workers_have_one_thread_and_tell_nobody(cluster: Cluster) -> None:
    names = ("OMP_NUM_THREADS", "RAY_USAGE_STATS_ENABLED")
    ask: Any = ray.remote(num_cpus=1)(lambda: [os.environ.get(name) for name in names])
    assert ray.get(ask.remote()) == ["1", "0"]


@pytest.mark.skipif(not Path("/proc/net/tcp6").exists(), reason="needs /proc")
def test_a_ray_of_this_machine_listens_at_127_0_0_1_alone(cluster: Cluster) -> None:
    ray.get(ray.remote(lambda: None).remote())
    own = set(_sockets(os.getpid()))
    places = [place for number, place in _listening() if number in own]
    assert len(places) >= 4
    assert set(places) <= LOOPBACK


def _listening() -> Iterator[tuple[str, str]]:
    for table in ("/proc/net/tcp", "/proc/net/tcp6"):
        for line in Path(table).read_text().splitlines()[1:]:
            fields = line.split()
            if fields[3] == LISTENING:
                yield f"socket:[{fields[9]}]", fields[1].split(":")[0]


def _sockets(process: int) -> Iterator[str]:
    """Yield the sockets of a process and of all that came from it."""
    for task in Path(f"/proc/{process}/task").iterdir():
        for child in (task / "children").read_text().split():
            yield from _sockets(int(child))
    for link in Path(f"/proc/{process}/fd").iterdir():
        if link.is_symlink() and (name := str(link.readlink())).startswith("socket"):
            yield name


@pytest.fixture
def run(plain_detectors: None) -> Callable[..., subprocess.CompletedProcess[str]]:
    def run(*arguments: object) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "groundgraph", *map(str, arguments)]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    return run


def test_the_command_writes_on_ray_what_it_writes_without(run: Any, tmp_path: Path) -> None:
    source = write(tmp_path / "in", {"1.jsonl": ANSWERS * 3})
    options = ("--detector", "brittle", "--output")
    run("check", source / "1.jsonl", *options, tmp_path / "alone.jsonl")
    ray_too = ("--ray", "local", "--workers", 2, "--fail-on", "hallucinated", "--allow-errors")
    done = run("check", source / "1.jsonl", *ray_too, *options, tmp_path / "there.jsonl")
    assert done.returncode == 1, done.stderr
    expected = (tmp_path / "alone.jsonl").read_bytes()
    assert (tmp_path / "there.jsonl").read_bytes() == expected

    done = run("check", source, *ray_too, *options, tmp_path / "out")
    assert (tmp_path / "out" / "1.jsonl").read_bytes() == expected
    assert done.returncode == 1, done.stderr
    assert [line for line in done.stderr.splitlines() if " E " not in line] == [
        "18 answers: 6 grounded, 3 hallucinated, 3 unverifiable, 6 errors",
        f"the rows with errors stand in {tmp_path / 'out'}/errors",
    ]  # beside what Ray's lower half says of Ray Data
