"""What every command has in common: how it ends."""

from __future__ import annotations

import os
import signal
import sys
import traceback
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NoReturn

import typer
from typer.core import TyperGroup

from groundgraph.errors import GroundgraphError, MachineError

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType

FAILED = 1
UNUSABLE = 2
UNREAD = 3
MACHINE = 4
FAULT = 70
"""A fault of groundgraph itself: EX_SOFTWARE of sysexits.h."""
SIGNALLED = 128
"""And the number of the signal: 130 interrupted, 141 the reader of a pipe left, 143 terminated."""


class Ended(BaseException):
    """A signal asks the process to end; what is open is closed on the way out."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


class Doors(TyperGroup):
    """Turns how a command ended into an exit status, without a traceback for what is expected."""

    def invoke(self, ctx: Any) -> Any:
        """Run the command that ``ctx`` names."""
        try:
            result = super().invoke(ctx)
            if sys.stdout is not None:
                sys.stdout.flush()
        except typer.BadParameter as error:
            error.message = error.message.removeprefix("Value error, ")
            raise
        except KeyboardInterrupt as interrupt:
            raise _interrupted(signal.SIGINT) from interrupt
        except BrokenPipeError as closed:
            _silence()
            raise typer.Exit(SIGNALLED + 13) from closed
        except MachineError as error:
            _say(str(error))
            raise typer.Exit(MACHINE) from error
        except GroundgraphError as error:
            _say(str(error))
            raise typer.Exit(UNUSABLE) from error
        except (OSError, MemoryError) as error:
            _silence()
            _say(_of_the_machine(error))
            raise typer.Exit(MACHINE) from error
        return result


def ended_well(command: Callable[[], object]) -> None:
    """Run the command line; what nobody foresaw ends with its traceback and a status of its own.

    Without this, Python would end with 1, which says that a gate matched.
    """
    _heed_signals()
    try:
        command()
    except Ended as ended:
        sys.exit(_interrupted(ended.number).exit_code)
    except Exception:  # noqa: BLE001 - whatever it is, a gate must not take it for a match
        traceback.print_exc()
        _say(f"a fault of groundgraph (exit status {FAULT}); please report it with the lines above")
        sys.exit(FAULT)


def _heed_signals() -> None:
    """End in good order when asked to; what the caller made us ignore (nohup) stays ignored."""
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) in _DEFAULTS:
            signal.signal(number, _end)


_DEFAULTS = (signal.SIG_DFL, signal.default_int_handler)


def _end(number: int, _frame: FrameType | None) -> NoReturn:
    raise Ended(number)


def _interrupted(number: int) -> typer.Exit:
    word = "interrupted" if number == signal.SIGINT else "terminated"
    _say(f"{word}; what was written is kept")
    return typer.Exit(SIGNALLED + number)


def _of_the_machine(error: OSError | MemoryError) -> str:
    if isinstance(error, MemoryError):
        return "out of memory; use fewer --workers or lower a --limit; what was written is kept"
    place = "" if error.filename is None else f" ({error.filename})"
    return (
        f"the machine failed: {error.strerror or error}{place}; what was written is kept; mend "
        "that and run the same command again"
    )


def _say(message: str) -> None:
    with suppress(OSError):  # standard error may be what failed
        typer.echo(f"groundgraph: {message}", err=True)


def _silence() -> None:
    """Let what waits for standard output go nowhere: Python flushes it once more at exit."""
    with suppress(OSError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
