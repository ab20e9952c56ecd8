"""The README's first commands print what it shows under them; CI runs both in a fresh clone."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")


def shown(command):
    return re.search(rf"```text\n\$ {command}\n(.*?)```", README, re.DOTALL)[1].strip()


def test_make_demo(request):
    assert re.search(
        r"^demo:.*\n\t@\$\(BIN\)/sonde demo$", (ROOT / "Makefile").read_text(), re.MULTILINE
    )
    sonde = shutil.which("sonde", path=str(Path(sys.executable).parent))
    env = {**os.environ, "COLUMNS": "100"}
    ran = subprocess.run([sonde, "demo"], capture_output=True, text=True, env=env, check=True)
    printed = "\n".join(map(str.rstrip, ran.stdout.strip().split("\n")))
    if request.config.getoption("--rewrite-examples"):
        page = ROOT / "README.md"
        page.write_text(page.read_text("utf-8").replace(shown("make demo"), printed), "utf-8")
        return
    assert printed == shown("make demo")


def test_make_test():
    assert re.search(
        r"^test:.*\n\t@\$\(BIN\)/pytest", (ROOT / "Makefile").read_text(), re.MULTILINE
    )
    assert re.search(r"=+ \d+ passed in ", shown("make test"))
