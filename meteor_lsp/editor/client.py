"""What the editor can do, as plain switches."""

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
        markdown_hover: hovers are rather Markdown than plain text.
        definition_links: definitions may be links with ranges on both ends.
        declaration_links: so may declarations.
        resolves_hints: asks for tooltips of inlay hints when they are needed.
        resolves_actions: asks for edits of code actions when they are chosen.
        action_literals: takes code actions, not only commands.
        pulls_diagnostics: asks for diagnostics.
        registers_diagnostics: can be told, at any time, which diagnostics to ask for.
        related_information: shows what a diagnostic is related to.
        hierarchical_symbols: takes symbols with ranges of their own.
        configuration: can be asked for settings.
        registers_configuration: can be told to say when settings change.
        watches_files: can be told to watch files.
        shows_documents: can open documents when asked.
        applies_edits: can edit documents when asked.
        versioned_edits: takes edits that say of which version of a document they are.
        creates_progress: shows progress of work that the server begins.
        refreshes_hints: asks for inlay hints again when told; the others likewise.
        scores_changed: wants to be notified of changed scores.
        review_changed: wants to be notified of changed reviews.
        documents: shows documents of the server's own scheme, and asks for their content.
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
        """Whether it asks for diagnostics only when the document itself was edited.

        Neovim 0.10 does, and cannot be told to ask again when the reference was edited.
        """
        return self.name == "Neovim" and not self.refreshes_diagnostics

    @property
    def asks_for_workspace_on_command(self) -> bool:
        """Whether it requests diagnostics of the whole workspace only when a person says so.

        Neovim does, so it may always know that they can be had. Others, VS Code among them, ask
        every few seconds, and then leave the diagnostics of closed files to that request.
        """
        return self.name == "Neovim"

    @property
    def is_told_of_diagnostics_later(self) -> bool:
        """Whether diagnostics are registered when the settings are known, and when they change."""
        return self.registers_diagnostics and not self.asks_for_workspace_on_command

    @property
    def mixes_ranges_with_differences(self) -> bool:
        """Whether it may apply a difference to the semantic tokens of a range, as Neovim 0.12 does.

        A range that arrives while a difference is on its way takes the place of the tokens that
        the difference is about; the words then have wrong colours, or it stops with an error.
        """
        return self.name == "Neovim"


def client_of(params: types.InitializeParams) -> Client:
    """The client that sent these parameters."""
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


def patience(seconds: float, *, refreshes: bool) -> float:
    """Seconds after which a request is answered with what is known.

    Only a client that can be told to ask again gets the rest later; any other waits for all of
    it, and may cancel.
    """
    return seconds if refreshes else math.inf


@dataclass(frozen=True, slots=True)
class _Capabilities:
    """Capabilities by dotted paths; every step of a path may be missing."""

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
    """Whether Markdown is the first of the formats that there are."""
    known = [kind for kind in formats if kind in tuple(types.MarkupKind)]
    return known[:1] == [types.MarkupKind.Markdown]


def _properties(params: types.InitializeParams, path: str) -> list[str]:
    return _Capabilities(params.capabilities).get(path) or []


def _is_wanted(experimental: Any, name: str) -> bool:
    """Whether ``experimental`` is ``{"meteor": {name: true}}``, perhaps among others."""
    for step in ("meteor", name):
        experimental = (
            experimental.get(step)
            if isinstance(experimental, dict)
            else getattr(experimental, step, None)
        )
    return experimental is True
