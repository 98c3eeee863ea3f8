"""The detectors of one process, without a server around them."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

from serving import spec

from groundgraph.serve.judging import Judges
from groundgraph.serve.metrics import Metrics, shared
from groundgraph.serve.settings import Settings


class Watched(dict[str, Any]):
    """Remembers which threads change it."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.threads: set[str] = set()

    def __setitem__(self, name: str, value: Any) -> None:
        self.threads.add(threading.current_thread().name)
        super().__setitem__(name, value)


def test_what_the_event_loop_lists_is_changed_by_it_alone() -> None:
    judges = Judges(Settings({"overlap": spec("overlap")}), Metrics(shared(1)))
    judges.specs = specs = Watched(judges.specs)

    async def work() -> list[Any]:
        await judges.load()
        await judges.add("strict", spec("overlap", threshold=0.3))
        await judges.add("overlap", spec("overlap", threshold=0.4))
        await judges.close()
        return judges.listed()

    listed = asyncio.run(work())
    assert [each["name"] for each in listed] == ["overlap", "strict"]
    assert listed[0]["spec"] == spec("overlap", threshold=0.4)
    assert specs.threads == {threading.current_thread().name}
