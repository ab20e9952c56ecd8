"""The command line: options in, a result out, and no logic of its own. A file for each command."""

from . import attacking, inspecting, lattices, measuring, specs, telling, using
from .app import app, main
from .options import Printed

__all__ = ["Printed", "app", "main"]

# Each enters its commands as it is imported; they are listed as a person comes to need them.
COMMANDS = (measuring, inspecting, specs, lattices, attacking, using, telling)
LISTED = (
    "measure",
    "inspect",
    "assess",
    "check",
    "compare",
    "lattice",
    "attack",
    "utility",
    "measures",
    "attacks",
    "demo",
    "schema",
)
app.registered_commands.sort(
    key=lambda entry: LISTED.index(getattr(entry.callback, "__name__", ""))
)
