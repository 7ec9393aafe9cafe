"""``python -m meteorscope`` is ``meteorscope``."""

import sys

from meteor_core.command_line.main import main

sys.exit(main())
