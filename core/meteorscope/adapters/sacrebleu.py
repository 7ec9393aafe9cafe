"""``meteor_core.adapters.sacrebleu`` under the installed name."""

from meteor_core.adapters.sacrebleu import METEOR, METEORScore, METEORSignature

__all__ = ["METEOR", "METEORScore", "METEORSignature"]
