"""The page of a rated set that ``meteorscope agree -o FILE.html`` writes."""

from collections.abc import Mapping
from typing import Any

from meteor_core.agreement.rated_set import RatedSet


def agreement_page(rated: RatedSet, options: Mapping[str, Any]) -> str:
    """Return the page as HTML.

    Args:
        rated: the set.
        options: of the scorer; parameters among them are the initial values of the sliders.
    """
    from .. import AgreementView  # it needs the packages of a notebook, and says so

    view = AgreementView(rated, **options)
    try:
        return view.to_html(title=f"METEOR and people's ratings: {rated.name}")
    finally:
        view.close()
