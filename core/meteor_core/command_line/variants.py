"""``meteorscope variants``: lists published definitions, and shows tuned ones."""

import argparse
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..configuration import configure
from ..errors import ResourceError
from ..runtime.implementation import chosen_implementation
from ..tuned import TunedVariant, read_tuned
from ..variants import VARIANTS, Variant
from .output import TABLES, TableFormat, write_line

_PARAMETERS = ("alpha", "beta", "gamma", "delta")

_DESCRIPTION = """\
List the variants: published definitions of METEOR, pinned, with their sources. The last line of
the text format tells whether the compiled kernel or Python computes them here, and why.

Of a tuned variant, show which published definition it changes, its parameters beside that one's,
its digest, which signatures have, and the verdict of the tuning.
"""


def add_command(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add ``variants`` to the subcommands."""
    parser = commands.add_parser(
        "variants", help="list the published definitions", description=_DESCRIPTION
    )
    parser.add_argument(
        "file",
        metavar="FILE",
        nargs="?",
        help="a tuned variant, written by meteorscope tune; by default all published ones",
    )
    parser.add_argument("--format", choices=("text", "json", *TABLES), default="text")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print the table."""
    if arguments.file is not None:
        _show(read_tuned(arguments.file), arguments.format)
        return 0
    rows = [_row(variant) for variant in VARIANTS.values()]
    if arguments.format == "json":
        write_line(json.dumps(rows, indent=2))
    elif arguments.format in TABLES:
        _write_table(TABLES[arguments.format], rows)
    else:
        for variant, row in zip(VARIANTS.values(), rows, strict=True):
            _print_variant(variant, row)
        _print_implementation()
    return 0


def _write_table(table: TableFormat, rows: Sequence[Mapping[str, Any]]) -> None:
    for values in (rows[0], *(row.values() for row in rows)):
        table.write(values, sys.stdout)


def _row(variant: Variant) -> dict[str, Any]:
    return {
        "variant": variant.name,
        "summary": variant.summary,
        "tokens": variant.tokenizer,
        "stages": ",".join(variant.stages),
        "stemmer": variant.stemmer if "stem" in variant.stages else "",
        "align": variant.align,
        "alpha": variant.alpha,
        "beta": variant.beta,
        "gamma": variant.gamma,
        "delta": variant.delta,
        "perfect_segment": "scores 1" if variant.waive_perfect else "has one chunk's penalty",
        "source": variant.source,
    }


def _print_variant(variant: Variant, row: dict[str, Any]) -> None:
    stages = row["stages"].replace("stem", f"stem ({row['stemmer']})")
    write_line(variant.name)
    write_line(f"    {variant.summary}")
    write_line(f"    tokens {variant.tokenizer}; stages {stages}; search {variant.align}")
    write_line(
        f"    alpha {variant.alpha:g}, beta {variant.beta:g}, gamma {variant.gamma:g}"
        f"{_more_parameters(variant)}; a perfect segment {row['perfect_segment']}"
    )
    write_line(f"    source: {variant.source}")
    write_line("")


def _more_parameters(variant: Variant) -> str:
    delta = "" if variant.delta is None else f", delta {variant.delta:g}"
    return f"{delta} (English; others by language and task)" if variant.program else delta


def _print_implementation() -> None:
    implementation = chosen_implementation()
    write_line(f"implementation: {implementation.name}, because {implementation.reason}")


def _show(tuned: TunedVariant, form: str) -> None:
    rows = list(_numbers(tuned))
    if form == "json":
        write_line(json.dumps(_whole(tuned, rows), indent=2))
    elif form in TABLES:
        _write_table(TABLES[form], rows)
    else:
        for line in _lines(tuned, rows):
            write_line(line)


def _numbers(tuned: TunedVariant) -> Iterator[dict[str, Any]]:
    """Yield each parameter and weight beside that of the published definition."""
    language = tuned.language or "en"
    own, published = (dict(_parameters(one, language)) for one in (tuned, tuned.base))
    own |= {name: getattr(tuned, name) for name in _PARAMETERS if getattr(tuned, name) is not None}
    own |= {f"weight of {stage}": weight for stage, weight in tuned.weight_of.items()}
    for name in own | published:
        yield {"name": name, "tuned": own.get(name), "published": published.get(name)}


def _parameters(variant: TunedVariant | str, language: str) -> Mapping[str, float | None]:
    """Return the numbers of a variant; empty if required METEOR 1.5 files are missing."""
    try:
        made = configure(variant=variant, language=language)
    except ResourceError:
        return {}
    weights = zip(made.stages, made.parameters.weights, strict=True)
    return {
        **{name: getattr(made.parameters, name) for name in _PARAMETERS},
        **{f"weight of {stage.name}": weight for stage, weight in weights},
    }


def _whole(tuned: TunedVariant, rows: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "variant": tuned.name,
        "base": tuned.base,
        "digest": tuned.digest,
        "language": tuned.language,
        **_choices(tuned),
        "numbers": rows,
        "tuning": tuned.tuning,
    }


def _choices(tuned: TunedVariant) -> dict[str, Any]:
    names = ("tokenizer", "stages", "align", "task", "corrections")
    return {name: value for name in names if (value := getattr(tuned, name))}


def _lines(tuned: TunedVariant, rows: list[dict[str, Any]]) -> Iterator[str]:
    language = "" if tuned.language is None else f", language {tuned.language}"
    yield f"{tuned.name}: {tuned.base}, tuned{language}; tuned:{tuned.digest} in signatures"
    for name, value in _choices(tuned).items():
        yield f"    {name} {value if isinstance(value, str) else ', '.join(value)}"
    yield f"    {'':<20}  {'tuned':>8}  {tuned.base:>8}"
    for row in rows:
        cells = ("-" if row[key] is None else f"{row[key]:g}" for key in ("tuned", "published"))
        own, published = cells
        yield f"    {row['name']:<20}  {own:>8}  {published:>{max(8, len(tuned.base))}}"
    yield from _verdict(tuned.tuning.get("verdict"))


def _verdict(verdict: object) -> Iterator[str]:
    """Yield the verdict of the tuning: a sentence, or a table of them."""
    if isinstance(verdict, Mapping):
        yield "    verdict"
        for name, value in verdict.items():
            yield f"        {name}: {_one_line(value)}"
    elif verdict is not None:
        yield f"    verdict: {_one_line(verdict)}"


def _one_line(value: object) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if text.isprintable() else ascii(text)[1:-1]
