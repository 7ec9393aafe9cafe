"""Format agreement for people, in every output format."""

from ..text.numbers import counted
from .agreement import Estimate
from .axes import shown
from .correlations import Correlations
from .measures import MEASURES
from .sweep import Sweep


def estimate_text(
    estimate: Estimate | None, measure: str, *, signed: bool = False, starred: bool = False
) -> str:
    """Format a number with its interval."""
    if estimate is None:
        return "-"
    value, low, high = (
        figure(number, measure, signed=signed)
        for number in (estimate.value, estimate.low, estimate.high)
    )
    star = "*" if starred and estimate.excludes_zero else ""
    return f"{value}{star} [{low}, {high}]"


def figure(number: float, measure: str, *, signed: bool = False) -> str:
    """Format a share in percent, a correlation with three digits."""
    scale, digits = (100, 2 if signed else 1) if MEASURES[measure].is_share else (1, 3)
    return f"{scale * number:{'+' if signed else ''}.{digits}f}"


def heading(sweep: Sweep) -> str:
    """Return the heading of a table: "pairwise by alpha and gamma, with delta 0.5"."""
    by = " and ".join(axis.name for axis in sweep.varying)
    fixed = " and ".join(f"{axis.name} {shown(axis.settings[0])}" for axis in sweep.fixed)
    title = MEASURES[sweep.measure].title
    return f"{title}{f' by {by}' if by else ''}{f', with {fixed}' if fixed else ''}"


def summary(sweep: Sweep) -> str:
    """Describe the best settings, and how many others are as good."""
    if sweep.best is None:
        return "no setting has a value"
    settings = sweep.settings_of(sweep.best)
    best = ", ".join(f"{name} {shown(setting)}" for name, setting in settings.items())
    agreement = estimate_text(sweep.best.agreement, sweep.measure)
    others = len(sweep.cells) - 1
    if not others:
        return f"{best}: {agreement}"
    ties = sum(cell.is_close for cell in sweep.cells) - 1
    return (
        f"best: {best}: {agreement}; of the {counted(others, 'other', 'others')}, {ties:,} "
        f"{'is' if ties == 1 else 'are'} not distinguishable from it"
    )


def correlations_in_words(found: Correlations) -> str:
    """Format correlations: ``pairwise 61.2 %, Pearson 0.312, ...``."""
    measures = ("pairwise", "pearson", "spearman", "kendall")
    values = ((name, getattr(found, name)) for name in measures)
    written = (
        f"{name if name == 'pairwise' else name.capitalize()} "
        + ("none" if value is None else figure(value, name))
        + (" %" if name == "pairwise" and value is not None else "")
        for name, value in values
    )
    return f"{', '.join(written)}; {counted(found.outputs, 'output', 'outputs')}"
