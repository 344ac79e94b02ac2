"""Every board in its fullest state on screens of every size: nothing cut off, covered or too small to hit."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.browser.full import Full, full_tables
from tests.browser.layout import BOARDS, LANGUAGES, SIZES, TELLING, Size, measured, opened
from tests.server.running import House


@pytest.fixture(scope="module")
def tables(house: House) -> Iterator[Full]:
    with full_tables(house) as tables:
        yield tables


RUNS = [pytest.param(TELLING, id="few"), pytest.param(SIZES, id="all", marks=pytest.mark.long)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("sizes", RUNS)
def test_a_full_board_fits_every_screen(
    chromium: Any, tables: Full, sizes: tuple[Size, ...], name: str, language: str
) -> None:
    page = opened(chromium, tables, name, language)
    found = {
        f"{one.size[0]}×{one.size[1]}": one.faults[:12] for one in measured(page, name, language, sizes) if one.faults
    }
    page.context.close()
    assert found == {}
