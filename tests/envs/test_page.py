"""The page on environments shows what works, and the figures in it are so."""

import re
from pathlib import Path

import pytest

from septet.bots.layouts import sep, sepmosa, setgame

PAGE = (Path(__file__).parent.parent.parent / "docs/environments.md").read_text(encoding="utf-8")
SHOWN = re.findall(r"^```python\n(.*?)^```$", PAGE, flags=re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("number", range(len(SHOWN)))
def test_the_python_of_the_page_runs(number: int) -> None:
    exec(compile(SHOWN[number], "environments.md", "exec"), {})


def test_the_page_names_every_layout_with_its_version() -> None:
    named = (sep.SEP, sep.SEP_ORACLE, sepmosa.SEPMOSA, sepmosa.SEPMOSA_ORACLE, sepmosa.FEATURES, setgame.SET_SOLO)
    others = (setgame.COOPSET, setgame.DECK_ORACLE, setgame.chipset_layout(2), setgame.chipset_oracle(2))
    for layout in (*named, *others):
        assert f"`{layout}`" in PAGE
    for layout in (sep.SEP, sepmosa.SEPMOSA):
        assert f"`{layout}` has {layout.size:,} numbers" in PAGE
