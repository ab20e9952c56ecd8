"""``python -m sonde`` is the command ``sonde``."""

from .cli import main

main()
