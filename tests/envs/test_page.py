"""The page on environments shows what works, and the figures in it are so."""

import re
from pathlib import Path

import pytest

from septet.bots.layouts import sep, sepmosa

PAGE = (Path(__file__).parent.parent.parent / "docs/environments.md").read_text(encoding="utf-8")
SHOWN = re.findall(r"^```python\n(.*?)^```$", PAGE, flags=re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("number", range(len(SHOWN)))
def test_the_python_of_the_page_runs(number: int) -> None:
    exec(compile(SHOWN[number], "environments.md", "exec"), {})


def test_the_page_names_every_layout_with_its_version() -> None:
    for layout in (sep.SEP, sep.SEP_ORACLE, sepmosa.SEPMOSA, sepmosa.SEPMOSA_ORACLE, sepmosa.FEATURES):
        assert f"`{layout}`" in PAGE
    for layout in (sep.SEP, sepmosa.SEPMOSA):
        assert f"`{layout}` has {layout.size:,} numbers" in PAGE
