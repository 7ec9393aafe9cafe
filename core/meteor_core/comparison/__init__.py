"""Systems compared: which is better, whether it could be chance, and where it comes from."""

from ..errors import require_extra

require_extra("comparisons need", "agreement", ["numpy"])  # whichever module is asked for first
