"""What the page promises is there, with types and words; and importing the package stays light."""

import inspect
import os
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import yaml

import septet

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs/public-api.md").read_text(encoding="utf-8")
PROMISED = re.findall(r"^\| `(septet\.[\w.]+)` \|", PAGE, flags=re.MULTILINE)
METHODS = re.findall(r"^\| `(septet[\w.]+)` \|(.*)\|.*\|$", PAGE, flags=re.MULTILINE)


def found(name: str) -> Any:
    """The thing of this name: a module, or what one holds."""
    module, _, last = name.rpartition(".")
    return getattr(import_module(module), last)


@pytest.mark.parametrize("name", PROMISED)
def test_what_is_promised_is_there_with_types_and_words(name: str) -> None:
    thing = found(name)
    if not (inspect.isfunction(thing) or inspect.isclass(thing)):
        assert thing
        return
    assert inspect.getdoc(thing)
    if inspect.isfunction(thing):
        signature = inspect.signature(thing)
        assert signature.return_annotation is not inspect.Signature.empty
        for parameter in signature.parameters.values():
            assert parameter.annotation is not inspect.Parameter.empty, parameter


@pytest.mark.parametrize("name", ["septet.envs.batched.GameBatch", "septet.games.game.Game", "septet.bots.bot.Mind"])
def test_every_method_that_is_promised_is_there(name: str) -> None:
    (words,) = (words for one, words in METHODS if one == name)
    methods = re.findall(r"`(\w+)[`(]", words)
    assert methods
    for method in methods:
        assert inspect.getdoc(getattr(found(name), method)), method


def test_it_is_cited_by_the_version_that_it_has() -> None:
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert cited["version"] == septet.__version__
    assert {"cff-version", "message", "title", "authors", "license"} <= cited.keys()


def test_neither_help_nor_the_package_loads_what_only_environments_need() -> None:
    heavy = "{'numpy', 'numba', 'gymnasium', 'pettingzoo', 'pyspiel', 'septet.envs'}"
    for code in ("import septet", "import septet.cli; septet.cli.main(['--help'])"):
        asked = f"import sys\ntry:\n    {code}\nexcept SystemExit: pass\nprint(sorted({heavy} & set(sys.modules)))"
        done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
        assert done.stdout.splitlines()[-1] == "[]"


def test_importing_the_package_loads_nothing_at_all() -> None:
    """Without `site`, which loads what it likes: not even `typing`, which would take ten times as long."""
    asked = "import sys; before = set(sys.modules); import septet; print(sorted(set(sys.modules) - before))"
    command, home = [sys.executable, "-S", "-c", asked], {"PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run(command, capture_output=True, text=True, check=True, env={**os.environ, **home})
    assert done.stdout.strip() == "['septet']"
