"""``meteor_core.adapters.torchmetrics`` under the installed name."""

from meteor_core.adapters.torchmetrics import METEORScore

__all__ = ["METEORScore"]
