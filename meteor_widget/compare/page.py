"""The page of compared systems that ``meteorscope compare -o FILE.html`` writes."""

from collections.abc import Sequence
from html import escape

from meteor_core.comparison.comparison import Comparison
from meteor_core.comparison.tables import Table
from meteor_core.errors import InputError

from ..pages.still_tables import plain, table
from ..static_picture.visible import visible


def comparison_page(comparison: Comparison, tables: Sequence[Table], *, samples: int) -> str:
    """Return the page as HTML: the view, and the tables below it.

    Args:
        comparison: of two systems or more.
        tables: to show.
        samples: of the test that decides.

    Raises:
        InputError: a segment has not as many references as others.
    """
    from .. import CompareView  # it needs the packages of a notebook, and says so

    texts = comparison.texts
    if any(None in each for each in texts.references):
        raise InputError("a page needs as many references for each segment; name complete ones")
    view = CompareView(
        dict(texts.systems),
        [list(each) for each in texts.references],
        baseline=comparison.baseline,
        method=comparison.test,
        samples=samples,
        seed=comparison.resampling.seed,
        **comparison.meteor().options.arguments(),
    )
    try:
        view.wait()
        systems = f"METEOR: {len(texts.systems)} systems {texts.title}"
        return view.to_html(title=systems, below="".join(map(_table, tables)))
    finally:
        view.close()


def _table(shown: Table) -> str:
    rows = (
        [
            f"<strong>{plain(cell)}</strong>" if (row, column) in shown.marked else plain(cell)
            for column, cell in enumerate(cells)
        ]
        for row, cells in enumerate(shown.rows)
    )
    notes = "".join(f"<p><small>{escape(visible(note))}</small></p>" for note in shown.notes)
    return table(shown.title, shown.heads, rows, shown.texts) + notes
