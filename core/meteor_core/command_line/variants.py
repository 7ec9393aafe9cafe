"""``meteorscope variants``: the published definitions, their sources and the implementation."""

import argparse
import json
from typing import Any

from ..runtime.implementation import chosen_implementation
from ..variants import VARIANTS, Variant
from .output import table_cell, write_line

_DESCRIPTION = """\
List the variants: published definitions of METEOR, pinned, with their sources. The last line of
the text format tells whether the compiled kernel or Python computes them here, and why.
"""


def add_command(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add ``variants`` to the subcommands."""
    parser = commands.add_parser(
        "variants", help="list the published definitions", description=_DESCRIPTION
    )
    parser.add_argument("--format", choices=("text", "json", "tsv"), default="text")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print the table."""
    rows = [_row(variant) for variant in VARIANTS.values()]
    if arguments.format == "json":
        write_line(json.dumps(rows, indent=2))
    elif arguments.format == "tsv":
        write_line("\t".join(rows[0]))
        for row in rows:
            write_line("\t".join(table_cell(value) for value in row.values()))
    else:
        for variant, row in zip(VARIANTS.values(), rows, strict=True):
            _print_variant(variant, row)
        _print_implementation()
    return 0


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
