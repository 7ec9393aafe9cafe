"""Every method that the server offers, with params that hold for all of them."""

from typing import Any, Final

from tests.lsp.wire import Editor

DOCUMENT_METHODS: Final[dict[str, tuple[str, ...]]] = {
    "callHierarchyProvider": ("textDocument/prepareCallHierarchy",),
    "codeActionProvider": ("textDocument/codeAction",),
    "codeLensProvider": ("textDocument/codeLens",),
    "colorProvider": ("textDocument/documentColor",),
    "completionProvider": ("textDocument/completion",),
    "declarationProvider": ("textDocument/declaration",),
    "definitionProvider": ("textDocument/definition",),
    "diagnosticProvider": ("textDocument/diagnostic",),
    "documentFormattingProvider": ("textDocument/formatting",),
    "documentHighlightProvider": ("textDocument/documentHighlight",),
    "documentLinkProvider": ("textDocument/documentLink",),
    "documentRangeFormattingProvider": ("textDocument/rangeFormatting",),
    "documentSymbolProvider": ("textDocument/documentSymbol",),
    "foldingRangeProvider": ("textDocument/foldingRange",),
    "hoverProvider": ("textDocument/hover",),
    "implementationProvider": ("textDocument/implementation",),
    "inlayHintProvider": ("textDocument/inlayHint",),
    "inlineValueProvider": ("textDocument/inlineValue",),
    "linkedEditingRangeProvider": ("textDocument/linkedEditingRange",),
    "monikerProvider": ("textDocument/moniker",),
    "referencesProvider": ("textDocument/references",),
    "renameProvider": ("textDocument/rename",),
    "selectionRangeProvider": ("textDocument/selectionRange",),
    "semanticTokensProvider": (
        "textDocument/semanticTokens/full",
        "textDocument/semanticTokens/full/delta",
        "textDocument/semanticTokens/range",
    ),
    "signatureHelpProvider": ("textDocument/signatureHelp",),
    "typeDefinitionProvider": ("textDocument/typeDefinition",),
    "typeHierarchyProvider": ("textDocument/prepareTypeHierarchy",),
}
"""Capabilities to the methods that ask something about a document."""

_OTHER: Final = {
    "executeCommandProvider",
    "experimental",
    "notebookDocumentSync",
    "positionEncoding",
    "textDocumentSync",
    "workspace",
    "workspaceSymbolProvider",
}


def offered(editor: Editor) -> list[str]:
    """The methods about a document that the server offers."""
    names = {name for name, value in editor.capabilities.items() if value not in (None, False)}
    unknown = names - DOCUMENT_METHODS.keys() - _OTHER
    assert not unknown, f"offered, but not tried here: {unknown}"
    return [
        method
        for name in sorted(names & DOCUMENT_METHODS.keys())
        for method in DOCUMENT_METHODS[name]
    ]


def params_of(uri: Any, start: Any, end: Any) -> dict[str, Any]:
    """Params that hold for every method about a document; what a method does not know is free."""
    return {
        "textDocument": {"uri": uri},
        "position": start,
        "positions": [start],
        "range": {"start": start, "end": end},
        "context": {"includeDeclaration": True, "diagnostics": [], "triggerKind": 1},
        "previousResultId": "none",
        "newName": "name",
        "options": {"tabSize": 4, "insertSpaces": True},
    }


UNKNOWN_URIS: Final = {
    "of a file that is not open": "file:///nowhere/never.hyp.en",
    "of no pair": "file:///nowhere/notes.txt",
    "of a folder": "file:///tmp/",
    "of the root": "file:///",
    "untitled": "untitled:Untitled-1",
    "untitled, named as a pair": "untitled:demo.hyp.en",
    "http": "http://example.org/demo.hyp.en",
    "git": "git:/demo.hyp.en?%7B%22ref%22%3A%22HEAD%22%7D",
    "empty": "",
    "without a scheme": "demo.hyp.en",
    "blank": " ",
    "of a host": "file://host/share/demo.hyp.en",
    "bad host": "file://[/demo.hyp.en",
    "bad host, closed": "file://[x]/demo.hyp.en",
    "NUL": "file:///tmp/a%00b.hyp.en",
    "not UTF-8": "file:///tmp/%FF%FE.hyp.en",
    "bad escapes": "file:///tmp/%zz%.hyp.en",
    "lone surrogate": "file:///tmp/\ud800.hyp.en",
    "too long a name": f"file:///tmp/{'x' * 5000}.hyp.en",
    "too many folders": f"file:///{'x/' * 5000}demo.hyp.en",
    "dots": "file:///tmp/../../../demo.hyp.en",
    "drive": "file:///c%3A/demo.hyp.en",
}
