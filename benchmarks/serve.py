"""What `groundgraph serve` bears on this machine, beside the library's own `detect`.

    python benchmarks/serve.py [--data ../shared/data] [--rows 200] [--clients 64] [--seconds 60]
        [--workers 1] [--queue 256] [--deadline 60] [--detector fused] [--stop] [--kill] [--over]
        [--least-share 0.9] [--most-growth 5]

Clients on 127.0.0.1 each send one answer after the other, of RAGTruth's test split where --data is
given, else of those that come with groundgraph, and try again as told after a 429. Before and after
that the library judges the same answers in one process, and the throughput of the server is given
as a share of the mean of both; beside it the CPU time of an answer, which other work on the machine
changes less (with --workers 1; an answer that was judged too late counts as none). Each second the
memory of all processes of the server is looked at.

--over sends as much once more, by four times the clients, to a server that lets 16 wait: there only
200 and 429 are right. --stop sends SIGTERM in the middle of the load: every request that was
accepted must be answered, and others are refused by a closed port. --kill kills one of several
--workers there: only what it was answering may be cut off, and another must take its place.

What would wait for over three quarters of --deadline is above the limit too: where so many clients
ask more of a slow or busy machine than it judges in that time, give it more.

Ends by itself, with status 1 where something was not borne: a request that failed below the limit,
a connection that was cut, a share below --least-share, memory that grew by more than --most-growth
per cent between the second fifth of the time and the last (--seconds 600 for the figure that
counts), a response of over a quarter more than the deadline, above the limit something else than
200 and 429, an exit status other than 0.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import signal
import statistics
import subprocess
import sys
import time
from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from importlib.resources import files
from itertools import cycle, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from groundgraph import check_many
from groundgraph.datasets.ragtruth import load_ragtruth

if TYPE_CHECKING:
    from collections.abc import Iterator

LATE = 1.25
"""Times the deadline: a response may be on its way for so long."""


@dataclass(frozen=True)
class Load:
    """What is asked of a server.

    Attributes:
        rows: Of the answers.
        clients: At once.
        seconds: For how long.
        queue: Answers that the server lets wait.
        event: What befalls it in the middle: "stop", "kill" or nothing.
        deadline: Of the server, in seconds.
    """

    rows: list[dict[str, Any]]
    clients: int
    seconds: float
    queue: int
    detector: str = "fused"
    workers: int = 1
    event: str = ""
    deadline: float = 60.0


@dataclass
class Seen:
    """What clients, and who looked at the server, saw.

    Attributes:
        statuses: Of responses; "refused" where the port was closed.
        seconds: Of each verdict.
        ends: When each came.
        cut: Requests whose connection ended without a response.
        memory: MiB of all processes of the server, each second.
        cpu: Seconds that the server computed.
        processes: How many it had at the end, where it still ran.
        status: It ended with.
    """

    statuses: Counter[str] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)
    ends: list[float] = field(default_factory=list)
    memory: list[float] = field(default_factory=list)
    cut: int = 0
    cpu: float = 0.0
    processes: int = 0
    status: int | None = None
    begun: float = field(default_factory=time.monotonic)

    @property
    def rate(self) -> float:
        """Verdicts a second."""
        return len(self.ends) / (max(self.ends) - self.begun) if self.ends else 0.0


def rows_of(data: Path | None, count: int) -> list[dict[str, Any]]:
    if data is None:
        text = (files("groundgraph.cli") / "example.jsonl").read_text(encoding="utf-8")
        rows = [json.loads(line) for line in text.splitlines()]
        return [row for row in rows if "answer" in row and row.get("passages")]
    examples = list(islice(load_ragtruth(data, split="test"), 0, 2_700))
    chosen = examples[:: max(1, len(examples) // count)]
    return [
        {
            "question": example.question,
            "passages": [passage.text for passage in example.passages],
            "answer": example.answer,
        }
        for example in chosen
    ]


def request_of(row: dict[str, Any]) -> bytes:
    body = json.dumps(row).encode()
    head = f"POST /v1/check HTTP/1.1\r\nHost: a\r\nContent-Length: {len(body)}\r\n\r\n"
    return head.encode() + body


async def reply(reader: asyncio.StreamReader) -> tuple[str, dict[str, str]]:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    pairs = (line.split(": ", 1) for line in head[1:] if line)
    headers = {name.lower(): value for name, value in pairs}
    await reader.readexactly(int(headers["content-length"]))
    return head[0].split()[1], headers


async def client(port: int, requests: Iterator[bytes], until: float, seen: Seen) -> None:
    """Send one request after the other, on one connection for as long as it lasts."""
    reader, writer = None, None
    try:
        while time.monotonic() < until:
            if writer is None:
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
            assert reader is not None
            if not await ask(reader, writer, next(requests), until, seen):
                writer.close()
                writer = None
    except OSError:
        seen.statuses["refused"] += 1
    finally:
        if writer is not None:
            writer.close()


async def ask(
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    request: bytes,
    until: float,
    seen: Seen,
) -> bool:
    """Send one request and wait, after a 429 as told; return whether the connection goes on."""
    begun = time.monotonic()
    try:
        writer.write(request)
        status, headers = await reply(reader)
    except (OSError, asyncio.IncompleteReadError):
        seen.cut += 1  # the server hung up on a request that it had not answered
        return False
    now = time.monotonic()
    seen.statuses[status] += 1
    if status == "200":
        seen.seconds.append(now - begun)
        seen.ends.append(now)
    if status == "429":
        await asyncio.sleep(min(int(headers["retry-after"]), max(0.0, until - now)))
    return headers.get("connection") != "close"


async def watch(pid: int, seen: Seen) -> None:
    """Look at the memory of a server each second, until cancelled."""
    while True:
        seen.memory.append(sum(map(resident, family(pid))))
        await asyncio.sleep(1)


async def sent(port: int, load: Load, server: int) -> Seen:
    seen, until = Seen(), time.monotonic() + load.seconds
    requests = cycle([request_of(row) for row in load.rows])
    watching = asyncio.create_task(watch(server, seen))
    tasks = [asyncio.create_task(client(port, requests, until, seen)) for _ in range(load.clients)]
    if load.event:
        await asyncio.sleep(load.seconds / 2)
        strike(server, load.event)
    await asyncio.gather(*tasks)
    watching.cancel()
    return seen


def strike(server: int, event: str) -> None:
    """Ask a server to stop, or kill that one of its workers which did most."""
    if event == "stop":
        os.kill(server, signal.SIGTERM)
    else:
        os.kill(max(family(server)[1:], key=cpu), signal.SIGKILL)


def told_of(pid: int, name: str) -> str:
    """Return what Linux tells of a process, "" where it has ended."""
    try:
        return Path(f"/proc/{pid}/{name}").read_text(encoding="utf-8", errors="replace")
    except FileNotFoundError:
        return ""


def family(pid: int) -> list[int]:
    """Return a process and its workers, without what multiprocessing has beside them."""
    children = map(int, told_of(pid, f"task/{pid}/children").split())
    return [pid, *(child for child in children if "spawn_main" in told_of(child, "cmdline"))]


def resident(pid: int) -> float:
    """Return the memory of a process in MiB, 0 where it has ended."""
    lines = told_of(pid, "status").splitlines()
    return sum(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS"))


def cpu(pid: int) -> float:
    """Return the seconds that a process has computed."""
    fields = told_of(pid, "stat").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def started(load: Load) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """Start a server, give it and its port once it is ready, and let its log go by."""
    options = {"detector": load.detector, "workers": load.workers, "queue": load.queue}
    command = [sys.executable, "-m", "groundgraph", "serve", "--port", "0"]
    command += [
        f"--deadline={load.deadline:g}",
        *(f"--{name}={it}" for name, it in options.items()),
    ]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    port, ready = 0, 0
    for line in process.stderr:
        told = json.loads(line)
        port = int(told["url"].rpartition(":")[2]) if "url" in told else port
        ready += told["message"] == "ready"
        if ready == load.workers:
            break
    quiet = subprocess.Popen(["cat"], stdin=process.stderr, stdout=subprocess.DEVNULL)
    process.stderr.close()
    try:
        yield process, port
    finally:
        process.terminate()
        process.wait()
        quiet.wait()


def loaded(load: Load) -> Seen:
    """Put a load on a server of its own."""
    with started(load) as (process, port):
        before = sum(map(cpu, family(process.pid)))
        seen = asyncio.run(sent(port, load, process.pid))
        if process.poll() is None:
            seen.processes = len(family(process.pid))
            seen.cpu = sum(map(cpu, family(process.pid))) - before
    seen.status = process.returncode
    return seen


def library(load: Load) -> tuple[float, float]:
    """Return the answers a second that the library judges, 32 at a time, and CPU seconds of one.

    It judges the rows again and again, for a sixth of the time of the load.
    """
    check_many(load.rows[:1], detector=load.detector)
    begun, computed, judged = time.monotonic(), time.process_time(), 0
    while not judged or time.monotonic() - begun < load.seconds / 6:
        check_many(load.rows, detector=load.detector)
        judged += len(load.rows)
    computed = time.process_time() - computed
    return judged / (time.monotonic() - begun), computed / judged


def growth(memory: list[float]) -> float | None:
    """Return by what share memory grew from the second fifth of the time to the last.

    >>> growth([50.0] * 4 + [100.0] * 4 + [105.0] * 12)
    0.05
    """
    fifth = len(memory) // 5
    if not fifth:
        return None
    early = statistics.median(memory[fifth : 2 * fifth])
    return round(statistics.median(memory[-fifth:]) / early - 1, 4)


def unborne(load: Load, seen: Seen, *, over: bool, most_growth: float) -> Iterator[str]:
    """Say what a server did not bear."""
    right = {"200", "429"} if over else {"200"}
    right |= {"refused"} if load.event == "stop" else set()
    if wrong := set(seen.statuses) - right:
        yield f"requests ended with {', '.join(sorted(wrong))}"
    if over and not seen.statuses["429"]:
        yield "no request was refused: the load was not above the limit"
    if seen.cut > (load.clients if load.event == "kill" else 0):
        yield f"{seen.cut} connections were cut"
    if max(seen.seconds, default=0.0) > LATE * load.deadline:
        yield f"a response took {max(seen.seconds):.1f} s, with a deadline of {load.deadline:g} s"
    if not seen.seconds:
        yield "no answer was judged"
    if load.event == "kill" and seen.processes != load.workers + 1:
        yield f"{seen.processes - 1} workers are left of {load.workers}"
    grown = None if load.event else growth(seen.memory)
    if grown is not None and 100 * grown > most_growth:
        yield f"memory grew by {100 * grown:.1f} % (--most-growth {most_growth:g})"
    if seen.status:
        yield f"the server ended with status {seen.status}"


def tell(load: Load, seen: Seen) -> None:
    """Print what was seen."""
    print(f"{load.clients} clients, {len(load.rows)} rows, {load.seconds:g} s, queue {load.queue}: "
          f"{dict(seen.statuses)}, cut off {seen.cut}")  # fmt: skip
    times = sorted(seen.seconds)
    if times:
        p50, p95, p99 = (1000 * times[int(share * (len(times) - 1))] for share in (0.5, 0.95, 0.99))
        print(
            f"    ms: p50 {p50:.0f}, p95 {p95:.0f}, p99 {p99:.0f}, longest {1000 * times[-1]:.0f}"
        )
    if seen.memory:
        grown = growth(seen.memory)
        told = "too short to tell" if grown is None else f"{100 * grown:+.1f} %"
        print(f"    memory {seen.memory[0]:.0f} MiB at first, {max(seen.memory):.0f} at most; from "
              f"the second fifth of the time to the last: {told}")  # fmt: skip


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--data", type=Path)
    parser.add_argument("--rows", type=int, default=200)
    parser.add_argument("--clients", type=int, default=64)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--queue", type=int, default=256)
    parser.add_argument("--deadline", type=float, default=60.0)
    parser.add_argument("--detector", default="fused")
    parser.add_argument("--stop", action="store_true")
    parser.add_argument("--kill", action="store_true")
    parser.add_argument("--over", action="store_true")
    parser.add_argument("--least-share", type=float, default=0.9)
    parser.add_argument("--most-growth", type=float, default=5.0, help="in per cent")
    given = parser.parse_args()
    if given.kill and given.workers < 2:
        parser.error("--kill needs --workers 2 or more")
    event = "stop" if given.stop else "kill" if given.kill else ""
    rows = rows_of(given.data, given.rows)
    load = Load(
        rows,
        given.clients,
        given.seconds,
        given.queue,
        given.detector,
        given.workers,
        event,
        given.deadline,
    )
    problems = compared(load, given) + (above(load, given) if given.over else [])
    for problem in problems:
        print(f"NOT BORNE: {problem}")
    return 1 if problems else 0


def compared(load: Load, given: argparse.Namespace) -> list[str]:
    """Put the load on a server, between two times that the library judges the same answers."""
    runs = [library(load)]
    seen = loaded(load)
    runs.append(library(load))
    alone, alone_cpu = (statistics.mean(numbers) for numbers in zip(*runs, strict=True))
    tell(load, seen)
    share = seen.rate / alone
    told = " and ".join(f"{rate:.1f}" for rate, _ in runs)
    print(f"    library {told} answers/s, server {seen.rate:.1f} ({share:.2f} of the mean)")
    if not load.event:
        own = 1000 * seen.cpu / max(len(seen.seconds), 1)
        print(f"    CPU of an answer: library {1000 * alone_cpu:.0f} ms, server {own:.0f} ms")
    found = list(unborne(load, seen, over=False, most_growth=given.most_growth))
    if not load.event and share < given.least_share:
        found.append(
            f"{share:.2f} of the library's throughput (--least-share {given.least_share:g})"
        )
    return found


def above(load: Load, given: argparse.Namespace) -> list[str]:
    """Put four times the clients on a server that lets few answers wait."""
    more = replace(load, clients=4 * load.clients, queue=16, event="")
    seen = loaded(more)
    tell(more, seen)
    return list(unborne(more, seen, over=True, most_growth=given.most_growth))


if __name__ == "__main__":
    sys.exit(main())
