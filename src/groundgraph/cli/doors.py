"""What every command has in common: how it ends."""

from __future__ import annotations

import os
import sys
from typing import Any

import typer
from typer.core import TyperGroup

from groundgraph.errors import GroundgraphError

FAILED = 1
UNUSABLE = 2
INTERRUPTED = 128 + 2
PIPE_CLOSED = 128 + 13


class Doors(TyperGroup):
    """Turns how a command ended into an exit status, without a traceback for what is expected."""

    def invoke(self, ctx: Any) -> Any:
        """Run the command that ``ctx`` names."""
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
        except GroundgraphError as error:
            typer.echo(f"groundgraph: {error}", err=True)
            raise typer.Exit(UNUSABLE) from error
        except KeyboardInterrupt as interrupt:
            typer.echo("groundgraph: interrupted; what was written is kept", err=True)
            raise typer.Exit(INTERRUPTED) from interrupt
        except BrokenPipeError as closed:
            # Python flushes standard output once more at exit: let that go nowhere.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise typer.Exit(PIPE_CLOSED) from closed
        return result
