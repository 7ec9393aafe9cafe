"""``python -m meteor_core`` is ``meteorscope``."""

import sys

from .command_line.main import main

sys.exit(main())
