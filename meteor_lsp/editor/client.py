"""Condense the editor's capabilities to plain switches."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from lsprotocol import types


@dataclass(frozen=True, slots=True, kw_only=True)
class Client:
    """The capabilities that matter here.

    Attributes:
        name: of the editor.
        markdown_hover: prefers Markdown in hovers.
        definition_links: accepts definitions as links with ranges on both ends.
        declaration_links: accepts declarations as such links.
        resolves_hints: requests tooltips of inlay hints on demand.
        resolves_actions: requests edits of code actions on demand.
        action_literals: accepts code actions, not only commands.
        pulls_diagnostics: requests diagnostics.
        registers_diagnostics: accepts registrations of diagnostics at any time.
        related_information: shows related information of diagnostics.
        hierarchical_symbols: accepts symbols with ranges of their own.
        configuration: answers requests for settings.
        registers_configuration: can be registered to report changed settings.
        watches_files: can be registered to watch files.
        shows_documents: opens documents on request.
        applies_edits: applies edits on request.
        versioned_edits: accepts edits of versioned documents.
        creates_progress: shows progress that the server begins.
        refreshes_hints: requests inlay hints again when notified; the others likewise.
        scores_changed: wants notifications of changed scores.
        review_changed: wants notifications of changed reviews.
        documents: shows documents of the server's own scheme, and requests their content.
    """

    name: str = ""
    markdown_hover: bool = False
    definition_links: bool = False
    declaration_links: bool = False
    resolves_hints: bool = False
    resolves_actions: bool = False
    action_literals: bool = False
    pulls_diagnostics: bool = False
    registers_diagnostics: bool = False
    related_information: bool = False
    hierarchical_symbols: bool = False
    configuration: bool = False
    registers_configuration: bool = False
    watches_files: bool = False
    shows_documents: bool = False
    applies_edits: bool = False
    versioned_edits: bool = False
    creates_progress: bool = False
    refreshes_hints: bool = False
    refreshes_tokens: bool = False
    refreshes_lenses: bool = False
    refreshes_diagnostics: bool = False
    scores_changed: bool = False
    review_changed: bool = False
    documents: bool = False

    @property
    def pulls_too_seldom(self) -> bool:
        """Whether it requests diagnostics only after edits of the document itself.

        Neovim 0.10 does, and cannot be notified when the reference was edited.
        """
        return self.name == "Neovim" and not self.refreshes_diagnostics

    @property
    def asks_for_workspace_on_command(self) -> bool:
        """Whether it requests workspace diagnostics only on a user's command.

        Neovim does, so they can always be registered. VS Code and others poll them, and then expect
        the diagnostics of closed files from that request alone.
        """
        return self.name == "Neovim"

    @property
    def registers_diagnostics_late(self) -> bool:
        """Whether diagnostics are registered once settings are known, and again on changes."""
        return self.registers_diagnostics and not self.asks_for_workspace_on_command

    @property
    def mixes_ranges_with_differences(self) -> bool:
        """Whether it may apply a delta to semantic tokens of a range, as Neovim 0.12 does.

        A range that arrives before the answer to a delta request replaces the tokens that the delta
        refers to, which results in wrong colours or an error.
        """
        return self.name == "Neovim"


def client_of(params: types.InitializeParams) -> Client:
    """Extract the switches from initialize's parameters."""
    has = _Capabilities(params.capabilities).has
    return Client(
        name=params.client_info.name if params.client_info else "",
        markdown_hover=_prefers_markdown(
            _Capabilities(params.capabilities).get("text_document.hover.content_format") or []
        ),
        definition_links=has("text_document.definition.link_support"),
        declaration_links=has("text_document.declaration.link_support"),
        resolves_hints="tooltip"
        in _properties(params, "text_document.inlay_hint.resolve_support.properties"),
        resolves_actions="edit"
        in _properties(params, "text_document.code_action.resolve_support.properties")
        and has("text_document.code_action.data_support"),
        action_literals=has("text_document.code_action.code_action_literal_support"),
        pulls_diagnostics=has("text_document.diagnostic"),
        registers_diagnostics=has("text_document.diagnostic.dynamic_registration"),
        related_information=has("text_document.publish_diagnostics.related_information")
        or has("text_document.diagnostic.related_information"),
        hierarchical_symbols=has(
            "text_document.document_symbol.hierarchical_document_symbol_support"
        ),
        configuration=has("workspace.configuration"),
        registers_configuration=has("workspace.did_change_configuration.dynamic_registration"),
        watches_files=has("workspace.did_change_watched_files.dynamic_registration"),
        shows_documents=has("window.show_document.support"),
        applies_edits=has("workspace.apply_edit"),
        versioned_edits=has("workspace.workspace_edit.document_changes"),
        creates_progress=has("window.work_done_progress"),
        refreshes_hints=has("workspace.inlay_hint.refresh_support"),
        refreshes_tokens=has("workspace.semantic_tokens.refresh_support"),
        refreshes_lenses=has("workspace.code_lens.refresh_support"),
        refreshes_diagnostics=has("workspace.diagnostics.refresh_support"),
        scores_changed=_is_wanted(params.capabilities.experimental, "scoresChanged"),
        review_changed=_is_wanted(params.capabilities.experimental, "reviewChanged"),
        documents=has("window.show_document.support")
        and _is_wanted(params.capabilities.experimental, "documents"),
    )


def request_timeout(seconds: float, *, refreshes: bool) -> float:
    """Return the timeout after which a request is answered partially.

    Infinite unless the client can be asked to request again.
    """
    return seconds if refreshes else math.inf


@dataclass(frozen=True, slots=True)
class _Capabilities:
    """Capabilities by dotted paths, any step of which may be missing."""

    root: types.ClientCapabilities

    def get(self, path: str) -> Any:
        value: Any = self.root
        for name in path.split("."):
            value = getattr(value, name, None)
        return value

    def has(self, path: str) -> bool:
        value = self.get(path)
        return value is not None and value is not False


def _prefers_markdown(formats: Sequence[Any]) -> bool:
    """Whether Markdown is the first known format."""
    known = [kind for kind in formats if kind in tuple(types.MarkupKind)]
    return known[:1] == [types.MarkupKind.Markdown]


def _properties(params: types.InitializeParams, path: str) -> list[str]:
    return _Capabilities(params.capabilities).get(path) or []


def _is_wanted(experimental: Any, name: str) -> bool:
    """Whether ``experimental`` contains ``{"meteor": {name: true}}``."""
    for step in ("meteor", name):
        experimental = (
            experimental.get(step)
            if isinstance(experimental, dict)
            else getattr(experimental, step, None)
        )
    return experimental is True
