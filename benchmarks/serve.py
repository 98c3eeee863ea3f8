"""What `groundgraph serve` does under load on this machine, beside the library's own `detect`.

    python benchmarks/serve.py [--data ../shared/data] [--rows 200] [--clients 64] [--seconds 60]
        [--workers 1] [--queue 256] [--detector fused] [--stop]

Clients on 127.0.0.1 each send one answer after the other, of RAGTruth's test split where --data is
given, else of those that come with groundgraph, and try again as told after a 429. First the
library judges the same answers in one process. The throughput of the server is given as a share of
that, and beside it the CPU time of an answer, which other work on the machine changes less (with
--workers 1; an answer that was judged too late counts as none). --stop sends SIGTERM in the middle
of the load: every request that was accepted must be answered, and others are refused by a closed
port. Ends by itself.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from importlib.resources import files
from itertools import cycle, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from groundgraph import check_many
from groundgraph.datasets.ragtruth import load_ragtruth

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass
class Seen:
    """What clients saw."""

    statuses: Counter[str] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)
    ends: list[float] = field(default_factory=list)
    cut: int = 0
    begun: float = field(default_factory=time.monotonic)


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
    reader, writer = None, None
    while time.monotonic() < until:
        try:
            if writer is None:
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            seen.statuses["refused"] += 1
            return
        begun = time.monotonic()
        try:
            writer.write(next(requests))
            assert reader is not None
            status, headers = await reply(reader)
        except (OSError, asyncio.IncompleteReadError):
            seen.cut += 1  # the server hung up on a request that it had not answered
            writer = None
            continue
        now = time.monotonic()
        seen.statuses[status] += 1
        if status == "200":
            seen.seconds.append(now - begun)
            seen.ends.append(now)
        if status == "429":
            await asyncio.sleep(min(int(headers["retry-after"]), max(0.0, until - now)))
        if headers.get("connection") == "close":
            writer.close()
            writer = None


async def load(
    port: int, rows: list[dict[str, Any]], clients: int, seconds: float, stop: int
) -> Seen:
    seen, until = Seen(), time.monotonic() + seconds
    requests = cycle([request_of(row) for row in rows])
    tasks = [asyncio.create_task(client(port, requests, until, seen)) for _ in range(clients)]
    if stop:
        await asyncio.sleep(seconds / 2)
        os.kill(stop, signal.SIGTERM)
    await asyncio.gather(*tasks)
    return seen


def resident(pid: int) -> float:
    """Return the memory of a process in MiB (Linux)."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


def started(options: list[str]) -> tuple[subprocess.Popen[str], int]:
    command = [sys.executable, "-m", "groundgraph", "serve", "--port", "0", *options]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    port = 0
    for line in process.stderr:
        told = json.loads(line)
        if "url" in told:
            port = int(told["url"].rpartition(":")[2])
        if told["message"] == "ready":
            break
    return process, port


def cpu(pid: int) -> float:
    """Return the seconds that a process has computed (Linux)."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def library(rows: list[dict[str, Any]], detector: str) -> tuple[float, float]:
    """Return the answers a second that the library judges, 32 at a time, and CPU seconds of one."""
    check_many(rows[:1], detector=detector)
    begun, computed = time.monotonic(), time.process_time()
    check_many(rows, detector=detector)
    computed = time.process_time() - computed
    return len(rows) / (time.monotonic() - begun), computed / len(rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--data", type=Path)
    parser.add_argument("--rows", type=int, default=200)
    parser.add_argument("--clients", type=int, default=64)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--queue", type=int, default=256)
    parser.add_argument("--detector", default="fused")
    parser.add_argument("--stop", action="store_true")
    given = parser.parse_args()
    rows = rows_of(given.data, given.rows)
    alone, alone_cpu = library(rows, given.detector)
    options = {"detector": given.detector, "workers": given.workers, "queue": given.queue}
    process, port = started([f"--{name}={value}" for name, value in options.items()])
    assert process.stderr is not None
    quiet = subprocess.Popen(["cat"], stdin=process.stderr, stdout=subprocess.DEVNULL)
    before, computed = resident(process.pid), cpu(process.pid)
    stop = process.pid if given.stop else 0
    seen = asyncio.run(load(port, rows, given.clients, given.seconds, stop))
    running = process.poll() is None
    after = resident(process.pid) if running else 0.0
    computed = cpu(process.pid) - computed if running else 0.0
    process.terminate()
    status = process.wait()
    quiet.wait()
    times = sorted(seen.seconds)
    rate = len(times) / (max(seen.ends) - seen.begun)
    p50, p95, p99 = (1000 * times[int(share * (len(times) - 1))] for share in (0.5, 0.95, 0.99))
    print(f"{given.clients} clients, {len(rows)} rows, {dict(seen.statuses)}, cut off {seen.cut}")
    print(f"library {alone:.1f} answers/s, server {rate:.1f} ({rate / alone:.2f} of it)")
    own = computed / max(len(times), 1)
    print(f"CPU of an answer: library {1000 * alone_cpu:.0f} ms, server {1000 * own:.0f} ms")
    print(f"ms: p50 {p50:.0f}, p95 {p95:.0f}, p99 {p99:.0f}, longest {1000 * times[-1]:.0f}")
    print(f"memory of the first process {before:.0f} -> {after:.0f} MiB; exit status {status}")


if __name__ == "__main__":
    main()
