"""Make a model, from the corpora to the files that groundgraph ships.

    python -m training                      # lists the pipelines, their steps and what can be set
    python -m training reader --data DATA
    python -m training reader --data DATA --only data
    python -m training reader --data DATA --smoke

What is done is not done again: a call that was stopped, or whose ``--hours`` are over, is made once
more. The exit status is 0 when all is done, 3 when the hours are over and something is left, and
2 when the call cannot be followed.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from groundgraph.errors import GroundgraphError
from groundgraph.processes import cores
from training.job import CHECKPOINT_MINUTES, Job, Pace, TimeSpentError
from training.paths import CACHE, MODELS
from training.pipelines import PIPELINES, listing
from training.side_by_side import MOST
from training.steps import parsed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from training.steps import Pipeline, Wanted

TIME_SPENT, REFUSED = 3, 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Follow a call; return the exit status."""
    options = parser().parse_args(arguments)
    if options.list or options.name is None:
        print(listing(options.name))
        return 0
    pipeline = PIPELINES[options.name]
    try:
        pipeline.run(job(pipeline, options), options.only, wanted(options))
    except TimeSpentError as error:
        print(f"    {error}: the same call goes on from there", flush=True)
        return TIME_SPENT
    except GroundgraphError as error:
        print(f"error: {error}", file=sys.stderr)
        return REFUSED
    return 0


def parser() -> argparse.ArgumentParser:
    """Return what reads the command line."""
    found = argparse.ArgumentParser(
        prog="python -m training",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = found.add_argument
    add("name", nargs="?", choices=[*PIPELINES], metavar="NAME", help=", ".join(PIPELINES))
    add("--data", type=Path, help="folder of the corpora; $GROUNDGRAPH_DATA where it is left out")
    add("--work", type=Path, help="what steps leave for each other; default: .cache/NAME")
    add("--output", type=Path, help="folder of the models; default: those that groundgraph ships")
    add("--hours", type=float, help="of training in this call; it stops at a checkpoint")
    add("--smoke", action="store_true", help="read a handful of rows, in .cache/smoke/NAME")
    add("--only", action="append", default=[], metavar="STEP", help="do this step; repeatable")
    add("--set", action="append", default=[], metavar="STEP.NAME=VALUE", help="change a recipe")
    add("--init", metavar="FOLDER", help="begin with this encoder; as --set train.init=FOLDER")
    add("--processes", type=int, help=f"side by side; default: as many as cores, at most {MOST}")
    add("--minutes", type=float, default=CHECKPOINT_MINUTES, help="between checkpoints")
    add("--list", action="store_true", help="say what there is, and do nothing")
    return found


def job(pipeline: Pipeline, options: argparse.Namespace) -> Job:
    """Return what the steps are told."""
    folder = CACHE / (pipeline.work or pipeline.name)
    if options.smoke and options.work is None:
        folder = CACHE / "smoke" / pipeline.name
        shutil.rmtree(folder, ignore_errors=True)  # to see the steps run, not that they were done
    work: Path = options.work or folder
    corpora = options.data or os.environ.get("GROUNDGRAPH_DATA")
    return Job(
        work=work,
        output=options.output or (work / "models" if options.smoke else MODELS),
        corpora=Path(corpora) if corpora else None,
        smoke=options.smoke,
        processes=options.processes or (1 if options.smoke else min(cores(), MOST)),
        pace=Pace.of(options.hours, options.minutes),
    )


def wanted(options: argparse.Namespace) -> Wanted:
    """Return what is to be changed of the recipes."""
    begun = [f"train.init={options.init}"] if options.init else []
    return parsed([*options.set, *begun])


if __name__ == "__main__":
    # Products come in many shapes; oneDNN keeps 1,024 by itself, which are too few.
    os.environ.setdefault("ONEDNN_PRIMITIVE_CACHE_CAPACITY", "8192")
    sys.exit(main())
