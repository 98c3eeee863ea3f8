"""Replies of language models on disk, so that no question is paid for twice."""

from __future__ import annotations

import hashlib
import json
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from groundgraph.services.sqlite import KeyedTable, Store

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_REPLIES = KeyedTable(
    application_id=0x67676C72,  # "gglr"
    called="a reply cache",
    name="replies",
    columns="key TEXT PRIMARY KEY, reply TEXT NOT NULL",
    value="reply",
    instead="another file or 'off'",
)


class ReplyCache:
    """Keeps JSON objects by key in a file that several processes may use at once.

    A connection lives for one call only, so forks and threads may share the cache.

    Args:
        path: Made when absent, with its folder; "off" keeps nothing.

    Raises:
        ModelError: When the file is damaged, is not such a cache, or cannot be opened.
    """

    def __init__(self, path: str) -> None:
        self._path = None if path == "off" else Path(path)

    def get(self, keys: Sequence[str], /) -> dict[str, dict[str, Any]]:
        """Return the replies that are known."""
        if self._path is None or not keys:
            return {}
        with closing(Store(self._path, _REPLIES)) as store:
            return {key: _object(content, store) for key, content in store.get(keys).items()}

    def put(self, key: str, reply: Mapping[str, Any], /) -> None:
        """Keep a reply; it survives the process once this returns."""
        if self._path is None:
            return
        with closing(Store(self._path, _REPLIES)) as store:
            store.put([(key, json.dumps(reply, allow_nan=False))])


def _object(content: object, store: Store) -> dict[str, Any]:
    try:
        reply = json.loads(str(content))
    except ValueError:
        reply = None
    if not isinstance(reply, dict):
        raise store.unusable("it holds a reply that is not a JSON object")
    return reply


def key_of(*parts: object) -> str:
    """Return the key, 32 hexadecimal digits, of plain JSON values."""
    content = json.dumps(parts, sort_keys=True).encode("ascii")
    return hashlib.blake2b(content, digest_size=16).hexdigest()
