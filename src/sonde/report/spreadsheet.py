"""Text from the data, made harmless for a spreadsheet that opens a CSV."""

from __future__ import annotations

import pyarrow as pa
import pyarrow.compute as pc

from ..numbering import NUMBER

# With these a spreadsheet takes a text for a formula, which may fetch and send.
FORMULA = r"^[=+\-@\t\r]"


def harmless(table: pa.Table) -> pa.Table:
    """Put an apostrophe before each text and name that would be run; a number stays as it is.

    >>> harmless(pa.table({"=k": ["=1+1", "-5", "a"]})).to_pydict()
    {"'=k": ["'=1+1", '-5', 'a']}
    """
    columns = [_column(c) if pa.types.is_string(c.type) else c for c in table.columns]
    names = _column(pa.chunked_array([pa.array(table.column_names, pa.string())])).to_pylist()
    return pa.table(columns, names)


def _column(texts: pa.ChunkedArray) -> pa.ChunkedArray:
    run = pc.match_substring_regex(texts, FORMULA)
    number = pc.match_substring_regex(texts, NUMBER)
    return pc.if_else(pc.and_not(run, number), pc.binary_join_element_wise("'", texts, ""), texts)
