"""A word on standard error about anything that takes longer than two seconds."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from .plain import plain

PATIENCE = 2.0
# Where nobody watches, a line now and then is enough for a log.
EVERY_IN_A_LOG = 30.0


@contextmanager
def progress(doing: str, patience: float = PATIENCE) -> Iterator[None]:
    """Say what is being done, and for how long, if it takes longer than ``patience`` seconds."""
    done = threading.Event()
    teller = threading.Thread(target=_tell, args=(plain(doing), done, patience), daemon=True)
    teller.start()
    try:
        yield
    finally:
        done.set()
        teller.join()


def _tell(doing: str, done: threading.Event, patience: float) -> None:
    start = time.monotonic()
    watched = sys.stderr.isatty()
    if done.wait(patience):
        return
    while True:
        line = f"{doing}: {time.monotonic() - start:.0f} s"
        sys.stderr.write(f"\r{line}" if watched else f"{line}\n")
        sys.stderr.flush()
        if done.wait(1.0 if watched else EVERY_IN_A_LOG):
            break
    if watched:
        sys.stderr.write("\r\x1b[K")
        sys.stderr.flush()
