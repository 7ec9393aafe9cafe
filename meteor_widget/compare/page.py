"""The page of compared systems that ``meteorscope compare -o FILE.html`` writes."""

from collections.abc import Sequence
from html import escape
from typing import Final

from meteor_core.comparison.comparison import Comparison
from meteor_core.comparison.reading import BesideTexts
from meteor_core.comparison.texts import same_for_all
from meteor_core.show.tables import Table

from ..pages.preview_tables import plain, table
from ..static_picture.texts import visible

_NOTHING: Final = BesideTexts()


def comparison_page(
    comparison: Comparison,
    tables: Sequence[Table],
    *,
    samples: int,
    beside: BesideTexts = _NOTHING,
) -> str:
    """Return the page as HTML: the view, and the tables below it.

    Args:
        comparison: of two systems or more.
        tables: to show.
        samples: of the test that decides.
        beside: marked errors, and texts to filter by, of the segments that are compared.

    Raises:
        InputError: a segment has not as many references as others, or a marked error is not in
            the text.
        InputTypeError: the marked errors are not a list.
    """
    from .. import CompareView  # it needs the packages of a notebook, and says so

    texts = comparison.texts
    view = CompareView(
        dict(texts.systems),
        same_for_all(texts.references, "a page"),
        baseline=comparison.baseline,
        method=comparison.test,
        samples=samples,
        seed=comparison.resampling.seed,
        scores={column.name: column.values for column in texts.columns},
        ids=texts.ids or None,
        metadata=beside.metadata or None,
        errors=beside.errors or None,
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
