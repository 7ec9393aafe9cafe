"""What sweeps say in words, whatever the format."""

from typing import TYPE_CHECKING

from ..text.numbers import counted
from .agreement_writers import estimate_cell

if TYPE_CHECKING:  # NumPy is loaded where it is needed
    from ..agreement.sweep import Sweep


def heading(sweep: "Sweep") -> str:
    """Return what a table has: "pairwise by alpha and gamma, with delta 0.5"."""
    from ..agreement.axes import shown
    from ..agreement.measures import MEASURES

    by = " and ".join(axis.name for axis in sweep.varying)
    fixed = " and ".join(f"{axis.name} {shown(axis.settings[0])}" for axis in sweep.fixed)
    title = MEASURES[sweep.measure].title
    return f"{title}{f' by {by}' if by else ''}{f', with {fixed}' if fixed else ''}"


def summary(sweep: "Sweep") -> str:
    """Return the best settings, and how many others are as good."""
    from ..agreement.axes import shown

    if sweep.best is None:
        return "no setting has a value"
    settings = sweep.settings_of(sweep.best)
    best = ", ".join(f"{name} {shown(setting)}" for name, setting in settings.items())
    agreement = estimate_cell(sweep.best.agreement, sweep.measure)
    others = len(sweep.cells) - 1
    if not others:
        return f"{best}: {agreement}"
    close = sum(cell.is_close for cell in sweep.cells) - 1
    return (
        f"best: {best}: {agreement}; of the {counted(others, 'other', 'others')}, {close:,} "
        f"{'is' if close == 1 else 'are'} not distinguishable from it"
    )
