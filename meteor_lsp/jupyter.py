"""How JupyterLab's own editor finds the server: what jupyter-lsp asks for by an entry point.

jupyter-lsp is not imported, so that nobody needs it who has no JupyterLab.
"""

import sys
from typing import Any, Final

from meteor_core.errors import is_installed

_SPEC_VERSION: Final = 2


class LanguageServer:
    """A finder of language servers, as the group ``jupyter_lsp_spec_v1`` has them."""

    def is_installed(self, manager: object) -> bool:
        """Whether the extra is there that the server needs."""
        return is_installed("pygls")

    def __call__(self, manager: object) -> dict[str, dict[str, Any]]:
        """The server under its key; it starts in the Python that runs JupyterLab."""
        installed = self.is_installed(manager)
        return {
            "meteor-lsp": {
                "version": _SPEC_VERSION,
                "display_name": "METEOR (meteor-lsp)",
                "argv": [sys.executable, "-m", "meteor_lsp", "--jupyterlab"] if installed else [],
                # JupyterLab's name of a language is the second half of the media type.
                "languages": ["plain"],
                "mime_types": ["text/plain"],
                "requires_documents_on_disk": False,
                "install": {"pip": "pip install 'meteorscope[lsp]'"},
            }
        }


language_server: Final = LanguageServer()
