from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

from groundgraph.processes import cores, limit_threads, share_of_cores

if TYPE_CHECKING:
    import pytest

NAMES = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


def test_each_of_several_has_its_share_and_one_core_at_least() -> None:
    assert share_of_cores(1) == cores() >= 1
    assert share_of_cores(2 * cores()) == 1


def test_what_the_environment_says_of_threads_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "environ", {"MKL_NUM_THREADS": "7"})
    limit_threads(2)
    assert [os.environ[name] for name in NAMES] == ["2", "2", "7"]


def test_a_process_ends_when_its_parent_was_killed() -> None:
    program = (
        "import multiprocessing, os, time\n"
        "from groundgraph.processes import end_with_parent\n"
        "def work():\n"
        "    end_with_parent(lambda: os._exit(1))\n"
        "    print('begun', flush=True)\n"
        "    time.sleep(600)\n"
        "multiprocessing.get_context('fork').Process(target=work).start()\n"
    )
    parent = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE)
    assert parent.stdout is not None
    assert parent.stdout.readline() == b"begun\n"
    parent.kill()
    assert parent.stdout.read() == b""  # closed by the child as well
    parent.wait()
    parent.stdout.close()


def test_garbage_is_collected_seldom_where_a_door_says_so_and_not_on_import() -> None:
    program = (
        "import gc\n"
        "usual = gc.get_threshold()\n"
        "import groundgraph.cli, groundgraph.workers\n"
        "assert gc.get_threshold() == usual\n"
        "groundgraph.processes.settle()\n"
        "assert gc.get_threshold() > usual\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
