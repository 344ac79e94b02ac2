"""Rows and columns of figures, which turn into whatever somebody works with: pandas, Polars or Arrow."""

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any, Literal

from septet.envs.needing import needed

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

Kind = Literal["int", "float", "bool", "str", "ints"]  # of all that stands in a column; `ints` are several in a row
Row = dict[str, Any]
SHOWN = 10  # rows that a notebook shows


class FigureTable:
    """Columns with a name and a kind each. What is not known is None.

    Walk over it for plain rows, or take `to_pandas()`, `to_polars()` or `to_arrow()`.
    """

    def __init__(self, kinds: Mapping[str, Kind], rows: Sequence[Row]) -> None:
        self.kinds = dict(kinds)
        self._rows = list(rows)

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
        return list(self.kinds)

    def rows(self) -> list[Row]:
        """Every row as a dictionary."""
        return [dict(row) for row in self._rows]

    def column(self, name: str) -> list[Any]:
        """All that stands in one column."""
        return [row[name] for row in self._rows]

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows())

    def __len__(self) -> int:
        return len(self._rows)

    def __repr__(self) -> str:
        return f"<{len(self)} rows: {', '.join(self.columns)}>"

    def _repr_html_(self) -> str:
        """The first rows, as a notebook shows them."""
        head = "".join(f"<th>{escape(name)}</th>" for name in self.columns)
        body = "".join(
            f"<tr>{''.join(f'<td>{escape(_told(row[name]))}</td>' for name in self.columns)}</tr>"
            for row in self._rows[:SHOWN]
        )
        more = f"<p>… {len(self)}</p>" if len(self) > SHOWN else ""
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}"

    def to_pandas(self) -> "pandas.DataFrame":
        """A data frame of pandas; needs the extra `pandas`."""
        needed("pandas", "pandas", "to_pandas()")
        import pandas as pd

        types = {"int": "Int64", "float": "float64", "bool": "boolean", "str": "string", "ints": "object"}
        return pd.DataFrame(
            {name: pd.Series(self.column(name), dtype=types[kind]) for name, kind in self.kinds.items()}
        )

    def to_polars(self) -> "polars.DataFrame":
        """A data frame of Polars; needs the extra `polars`."""
        needed("polars", "polars", "to_polars()")
        import polars as pl

        types: dict[str, Any] = {"int": pl.Int64, "float": pl.Float64, "bool": pl.Boolean, "str": pl.String}
        types["ints"] = pl.List(pl.Int64)
        schema = {name: types[kind] for name, kind in self.kinds.items()}
        return pl.DataFrame({name: self.column(name) for name in self.kinds}, schema=schema)

    def to_arrow(self) -> "pyarrow.Table":
        """A table of Arrow; needs the extra `arrow`."""
        needed("pyarrow", "arrow", "to_arrow()")
        import pyarrow as pa

        types = {"int": pa.int64(), "float": pa.float64(), "bool": pa.bool_(), "str": pa.string()}
        types["ints"] = pa.list_(pa.int64())
        return pa.table({name: pa.array(self.column(name), types[kind]) for name, kind in self.kinds.items()})


def _told(value: Any) -> str:
    return "" if value is None else f"{value:.3f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
