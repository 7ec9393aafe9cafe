"""Signatures: one line that says how a score was computed, and makes it reproducible.

A signature is printed here and read here, and nowhere else in Python; its twin for front ends is
``meteor_widget/frontend/src/scoring/signature.ts``.
"""

import math
import re
from dataclasses import dataclass
from typing import Any, Final

from ..errors import ParameterError

_NAME: Final = "METEOR"
_MAX_SHOWN_CHARS: Final = 60

_STAGE: Final = re.compile(r"[^+(]+(?:\([^)]*\))?")
"""A stage with its resource, whose version may contain a plus sign."""

_PERFECT: Final = {True: "waived", False: "penalized"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Signature:
    """Everything that decides a score. ``str`` prints it; ``parse`` reads what was printed.

    Attributes:
        references: number of references of each segment; None if the numbers differ.
        bootstrap_samples: number of drawn test sets, if any.
        shufflings: of a randomisation test; None without one.
        seed: of the random numbers of a test; None if chosen by the operating system.
        variant: name of the published definition.
        tuned: digest of the tuned variant that changes it; None without one.
        language: code of the language.
        task: of METEOR 1.5.
        data: which files of METEOR 1.5 were read.
        corrections: of METEOR 1.5.
        tokenizer: its name.
        case: name of the folding.
        stages: names in the order in which they count, with their resources in parentheses.
        weights: what a match of each stage counts.
        align: name of the search.
        beam_width: alignments that the search "beam" keeps; None of any other search. A beam
            never looks at the others, so it proves nothing, whatever it finds.
        alpha, beta, gamma, delta, waive_perfect: see ``Parameters``.
        function_words: name of their list; None without a delta.
        budget: maximum steps of the search on a segment; None for the default.
        version: of this package.
    """

    references: int | None
    bootstrap_samples: int | None = None
    shufflings: int | None = None
    seed: int | None = None
    variant: str
    tuned: str | None = None
    language: str
    task: str | None = None
    data: str | None = None
    corrections: tuple[str, ...] = ()
    tokenizer: str
    case: str
    stages: tuple[str, ...]
    weights: tuple[float, ...]
    align: str
    beam_width: int | None = None
    alpha: float
    beta: float
    gamma: float
    waive_perfect: bool
    delta: float | None = None
    function_words: str | None = None
    budget: int | None = None
    version: str

    def __str__(self) -> str:
        """Return the signature as papers print it."""
        tested = self.bootstrap_samples is not None or self.shufflings is not None
        fields = {
            "nrefs": "var" if self.references is None else self.references,
            "bs": self.bootstrap_samples,
            "ar": self.shufflings,
            "seed": ("none" if self.seed is None else self.seed) if tested else None,
            "variant": self.variant,
            "tuned": self.tuned,
            "lang": self.language,
            "task": self.task,
            "data": self.data,
            "corrected": "+".join(self.corrections) or None,
            "tok": self.tokenizer,
            "case": self.case,
            "stages": "+".join(self.stages),
            "weights": ",".join(map(_shortest, self.weights)),
            "align": self.align if self.beam_width is None else f"{self.align}-{self.beam_width}",
            "alpha": _shortest(self.alpha),
            "beta": _shortest(self.beta),
            "gamma": _shortest(self.gamma),
            "perfect": _PERFECT[self.waive_perfect],
            "delta": None if self.delta is None else _shortest(self.delta),
            "function": self.function_words,
            "budget": self.budget,
            "version": self.version,
        }
        written = (f"{key}:{value}" for key, value in fields.items() if value is not None)
        return "|".join((_NAME, *written))

    @classmethod
    def parse(cls, text: str) -> "Signature":
        """Return the signature that a text prints.

        Raises:
            ParameterError: the text is not a signature, exactly as it is printed.
        """
        if not isinstance(text, str):
            raise ParameterError(f"a signature must be a string, not {text!r}")
        name, *parts = text.split("|")
        if name != _NAME:
            raise _no_signature(text, f"it does not begin with '{_NAME}|'")
        if not text.isprintable():
            raise _no_signature(text, "it is not one printable line")
        fields = {key: value for key, _, value in (part.partition(":") for part in parts)}
        try:
            signature = cls(**_values(fields))
        except KeyError as error:
            raise _no_signature(text, f"the field {error} is missing or wrong") from None
        except ValueError:
            raise _no_signature(text, "a number in it cannot be read") from None
        if str(signature) != text:  # an unknown field, one given twice, another order or form
            again = str(signature).split("|")
            wrong = next((part for part in parts if part not in again), parts[0])
            raise _no_signature(
                text, f"the field {wrong[:_MAX_SHOWN_CHARS]!r} is not expected there"
            )
        return signature


def _values(fields: dict[str, str]) -> dict[str, Any]:
    """Return the values of the fields of a printed signature.

    Raises:
        KeyError: a field is missing, or its value is not one of the words that it can have.
        ValueError: what should be a number is not.
    """
    seed = fields.get("seed")
    align, _, width = fields["align"].partition("-")
    corrected = fields.get("corrected")
    return {
        "references": None if fields["nrefs"] == "var" else int(fields["nrefs"]),
        "bootstrap_samples": int(fields["bs"]) if "bs" in fields else None,
        "shufflings": int(fields["ar"]) if "ar" in fields else None,
        "seed": None if seed in (None, "none") else int(seed),
        "variant": fields["variant"],
        "tuned": fields.get("tuned"),
        "language": fields["lang"],
        "task": fields.get("task"),
        "data": fields.get("data"),
        "corrections": tuple(corrected.split("+")) if corrected else (),
        "tokenizer": fields["tok"],
        "case": fields["case"],
        "stages": tuple(_STAGE.findall(fields["stages"])),
        "weights": tuple(map(_number, fields["weights"].split(","))),
        "align": align,
        "beam_width": int(width) if width else None,
        "alpha": _number(fields["alpha"]),
        "beta": _number(fields["beta"]),
        "gamma": _number(fields["gamma"]),
        "waive_perfect": {word: waived for waived, word in _PERFECT.items()}[fields["perfect"]],
        "delta": _number(fields["delta"]) if "delta" in fields else None,
        "function_words": fields.get("function"),
        "budget": int(fields["budget"]) if "budget" in fields else None,
        "version": fields["version"],
    }


def _shortest(number: float) -> str:
    """Return the shortest decimal that is this number and no other."""
    return repr(number).removesuffix(".0")


def _number(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(text)
    return number


def _no_signature(text: str, why: str) -> ParameterError:
    shown = text if len(text) <= _MAX_SHOWN_CHARS else f"{text[:_MAX_SHOWN_CHARS]}..."
    return ParameterError(f"{shown!r} is not a signature of METEOR: {why}")
