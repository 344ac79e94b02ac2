"""The notebooks run as they are, from the first cell to the last; and the page shows what works."""

import re
import runpy
from pathlib import Path

import pytest

from septet.bots.own import OWN

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "examples/notebooks").glob("*.py"))
PAGE = (ROOT / "docs/python.md").read_text("utf-8")
EXAMPLES = re.findall(r"^```python\n(.*?)^```$", PAGE, flags=re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda file: file.stem)
def test_a_notebook_runs_as_it_is(notebook: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = notebook.read_text("utf-8")
    assert "format_name: percent" in text and text.count("# %%") > 8
    runpy.run_path(str(notebook), run_name="__main__")
    assert capsys.readouterr().out
    OWN.clear()


def test_both_notebooks_are_there_and_named_in_the_page() -> None:
    assert len(NOTEBOOKS) == 2
    for notebook in NOTEBOOKS:
        assert f"(../examples/notebooks/{notebook.name})" in PAGE


def test_what_the_page_shows_runs_from_its_top_to_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(EXAMPLES) > 4
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {"__name__": "shown"}
    for example in EXAMPLES:
        exec(compile(example, "python.md", "exec"), names)
    OWN.clear()


def test_every_name_of_the_front_door_is_told_in_the_page() -> None:
    import septet
    from septet.workbench.table import DealtTable

    for name in septet.LATER:
        assert f"septet.{name}" in PAGE, name
    for name in vars(DealtTable):
        assert name.startswith("_") or re.search(rf"\b{name}\b", PAGE), name
