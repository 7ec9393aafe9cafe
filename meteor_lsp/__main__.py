"""``python -m meteor_lsp`` is ``meteor-lsp``."""

import sys

from .command_line import main

sys.exit(main())
