"""The console that results are printed to."""

import rich.console


class Console(rich.console.Console):
    """A console to which a reader who leaves early is no failure of the measure."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError
