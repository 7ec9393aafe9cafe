"""Entry point by which jupyter-lsp finds the server for JupyterLab's editor.

jupyter-lsp itself is not imported, so it remains optional.
"""

import sys
from typing import Any, Final

from meteor_core.errors import is_installed

_SPEC_VERSION: Final = 2


class LanguageServer:
    """A finder of language servers in the group ``jupyter_lsp_spec_v1``."""

    def is_installed(self, manager: object) -> bool:
        """Whether the required extra is installed."""
        return is_installed("pygls")

    def __call__(self, manager: object) -> dict[str, dict[str, Any]]:
        """Return the server's specification; it runs in JupyterLab's Python."""
        installed = self.is_installed(manager)
        return {
            "meteor-lsp": {
                "version": _SPEC_VERSION,
                "display_name": "METEOR (meteor-lsp)",
                "argv": [sys.executable, "-m", "meteor_lsp", "--jupyterlab"] if installed else [],
                # JupyterLab names languages by the second half of the media type.
                "languages": ["plain"],
                "mime_types": ["text/plain"],
                "requires_documents_on_disk": False,
                "install": {"pip": "pip install 'meteorscope[lsp]'"},
            }
        }


language_server: Final = LanguageServer()
