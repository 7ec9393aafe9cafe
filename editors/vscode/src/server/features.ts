/** The capabilities of this client, and features of the server that it handles itself. */

import type {
  ClientCapabilities,
  FeatureState,
  SemanticTokensLegend,
  ServerCapabilities,
  StaticFeature,
} from "vscode-languageclient/node";

export type Legend = SemanticTokensLegend;

export class OwnFeatures implements StaticFeature {
  legend: Legend = { tokenTypes: [], tokenModifiers: [] };

  fillClientCapabilities(capabilities: ClientCapabilities): void {
    capabilities.experimental = {
      meteor: { scoresChanged: true, reviewChanged: true, documents: true },
    };
  }

  /**
   * Keeps semantic tokens from VS Code, whose themes know no chunks: they are drawn as decorations,
   * in colours that themes and people can choose.
   */
  preInitialize(capabilities: ServerCapabilities): void {
    this.legend = capabilities.semanticTokensProvider?.legend ?? this.legend;
    delete capabilities.semanticTokensProvider;
  }

  initialize(): void {}

  getState(): FeatureState {
    return { kind: "static" };
  }

  clear(): void {}
}
