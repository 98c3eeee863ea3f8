"""Options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Set = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="FIELD=VALUE",
        help="Make the detector of something else, such as tau=0.5, verifier=hhem:FOLDER or "
        "verifier.batch_size=8; repeat it. `groundgraph detectors NAME` lists the fields.",
    ),
]
Config = Annotated[
    Path | None,
    typer.Option(help="Read the detector and its fields from this file: YAML (.yaml) or TOML."),
]
ChatUrl = Annotated[
    str | None, typer.Option(help="An OpenAI-compatible server, for parts that ask a chat model.")
]
ChatModel = Annotated[str | None, typer.Option(help="The chat model that the server knows.")]
ChatKey = Annotated[
    str | None,
    typer.Option(metavar="VARIABLE", help="The environment variable that holds the server's key."),
]
Device = Annotated[
    str | None, typer.Option(help="Where torch models run: cpu, cuda …, for every part that asks.")
]
BatchSize = Annotated[
    int | None, typer.Option(min=1, help="What every part that has a batch size computes at once.")
]
Limit = Annotated[
    list[str] | None,
    typer.Option(
        "--limit",
        metavar="NAME=NUMBER",
        help="What is still read, such as row_bytes=32M; repeatable. A wrong name lists them with "
        "their values.",
    ),
]
Columns = Annotated[
    list[str] | None,
    typer.Option(
        "--columns",
        metavar="FIELD=COLUMN",
        help="Which columns, or keys, hold which field, where they have names of their own: "
        "answer=output,question=query,passages=docs; passages may stand in several; repeatable.",
    ),
]
Triples = Annotated[
    str | None,
    typer.Option(
        "--triples",
        metavar="FILE",
        help="A knowledge graph: GraphRAG's output folder or its relationships.parquet, LightRAG's "
        "working folder or its .graphml, or JSON, CSV, TSV, N-Triples or Turtle. Rows without "
        "triples get those that their question asks for; where an answer is checked or recorded, "
        "these are up to half of 20, and then come those between what question and answer name.",
    ),
]
Store = Annotated[
    Path | None,
    typer.Option(help="A knowledge store of `groundgraph kb build`, in place of --triples."),
]
Size = Annotated[int, typer.Option(min=1, help="K: the most triples of a subgraph.")]
Hops = Annotated[
    int, typer.Option(min=1, max=3, help="How far from what the question names triples may lie.")
]
Ignored = Annotated[
    list[str] | None,
    typer.Option(
        "--ignore",
        metavar="WORD",
        help="A word of questions that is an entity too, and not meant, such as film; repeatable.",
    ),
]
Ray = Annotated[
    str | None,
    typer.Option(
        metavar="ADDRESS",
        help="Judge on Ray: local starts it on this machine, else the address of a cluster. FILE "
        "may be a folder of files then, and --output the folder of their verdicts.",
    ),
]
Quiet = Annotated[bool, typer.Option("--quiet", help="No progress, no summary.")]
