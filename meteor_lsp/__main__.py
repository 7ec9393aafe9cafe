"""Run ``meteor-lsp`` as ``python -m meteor_lsp``."""

import sys

from .command_line import main

sys.exit(main())
