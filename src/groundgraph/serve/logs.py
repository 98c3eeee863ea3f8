"""Logs as one JSON object a line, without the texts of answers unless they are asked for."""

from __future__ import annotations

import json
import logging
import sys
from contextvars import ContextVar
from datetime import datetime, timezone
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections import Counter

    from groundgraph.io.reading import Row

LOG = logging.getLogger("groundgraph.serve")
LABELS: ContextVar[Counter[str] | None] = ContextVar("labels", default=None)
"""What was said of the answers of the request that is being served."""


class JsonLines(logging.Formatter):
    """Writes a record as one JSON object; ``extra={"fields": {…}}`` adds to it."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        told: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, timezone.utc).isoformat(),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **getattr(record, "fields", {}),
        }
        if record.exc_info:
            told["traceback"] = self.formatException(record.exc_info)
        return json.dumps(told, default=str)


def configure() -> None:
    """Send the logs of groundgraph, and of uvicorn, to standard error; for a process of its own."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    for name in ("groundgraph", "uvicorn"):
        logger = logging.getLogger(name)
        logger.handlers[:] = [handler]
        logger.setLevel(logging.INFO)
        logger.propagate = False


def note(label: str, row: Row, *, log_texts: bool) -> None:
    """Note what was said of an answer, for the line of its request; log its texts where asked."""
    labels = LABELS.get()
    if labels is not None:
        labels[label] += 1
    if log_texts and row.example is not None:
        texts = {
            "label": label,
            "id": row.id,
            "question": row.example.question,
            "passages": [passage.text for passage in row.example.passages],
            "answer": row.example.answer,
        }
        LOG.info("answer", extra={"fields": texts})
