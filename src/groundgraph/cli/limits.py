"""``--limit``, an option of the commands that read rows."""

from __future__ import annotations

from typing import Annotated

import typer

LimitOption = Annotated[
    list[str] | None,
    typer.Option(
        "--limit",
        metavar="NAME=NUMBER",
        help="What is still read, such as row_bytes=32M; repeatable. A wrong name lists them with "
        "their values.",
    ),
]
