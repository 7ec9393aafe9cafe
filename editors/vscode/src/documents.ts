/**
 * What the server writes for people to read: reports, comparisons and reports on reviews as pages
 * that load nothing and run nothing, whose links go to segments; tables as texts that are read only.
 * The server names a document by a URI of its own scheme, and gives its content when it is asked.
 */

import { basename } from "node:path";
import {
  type Disposable,
  languages,
  Range,
  type TextDocumentContentProvider,
  Uri,
  ViewColumn,
  type WebviewPanel,
  window,
  workspace,
} from "vscode";
import { showRange } from "./places";
import { DOCUMENT, SCHEME, type WrittenDocument } from "./protocol";
import { segmentsOf } from "./segments";
import { messageOf } from "./server/conversation";
import type { Server } from "./server/server";

const TYPE = "meteorscope.document";
/** How a format is called where a person chooses one. */
const NAMES: Readonly<Record<string, string>> = {
  html: "HTML",
  markdown: "Markdown",
  text: "Text",
};

interface Open {
  /** By which links name it: VS Code decodes what they say twice, which no URI survives. */
  readonly id: number;
  readonly uri: Uri;
  readonly panel: WebviewPanel;
}

export class Documents implements TextDocumentContentProvider, Disposable {
  readonly #open = new Map<string, Open>();
  readonly #subscriptions: Disposable[];
  #count = 0;

  constructor(private readonly server: Server) {
    server.onShow((uri) => this.#show(uri));
    this.#subscriptions = [workspace.registerTextDocumentContentProvider(SCHEME, this)];
  }

  dispose(): void {
    for (const subscription of [...this.#subscriptions, ...this.#panels()]) {
      subscription.dispose();
    }
  }

  async provideTextDocumentContent(uri: Uri): Promise<string> {
    return (await this.#ask(uri)).content;
  }

  /** Asks for the page in front again. */
  async refresh(): Promise<void> {
    const open = this.#active;
    if (open !== undefined) {
      await this.#fill(open);
    }
  }

  /** Has a person save the page in front, as a page, as Markdown or as text. */
  async save(): Promise<void> {
    const open = this.#active;
    if (open === undefined) {
      return;
    }
    const { title, of, formats } = await this.#ask(open.uri);
    const home = Uri.parse(of);
    const name = `${title}.${formats[0]?.extension}`;
    const target = await window.showSaveDialog({
      title: `Save ${title}`,
      filters: Object.fromEntries(
        formats.map(({ format, extension }) => [NAMES[format] ?? format, [extension]]),
      ),
      ...(home.scheme === "file" ? { defaultUri: Uri.joinPath(home, "..", name) } : {}),
    });
    if (target !== undefined) {
      const ending = target.path.slice(target.path.lastIndexOf(".") + 1);
      const format = formats.find(({ extension }) => extension === ending)?.format;
      const { content } = await this.#ask(open.uri, { format });
      await workspace.fs.writeFile(target, new TextEncoder().encode(content));
    }
  }

  /** Goes to a segment that a page is about, by its number from 1. */
  async goToSegment(id: number, segment: number): Promise<void> {
    const open = [...this.#open.values()].find((one) => one.id === id);
    if (open === undefined) {
      return;
    }
    const { of } = named(open.uri);
    const uri = Uri.parse(of);
    await workspace.openTextDocument(uri); // the server knows pairings of open documents
    const listed = await segmentsOf(this.server, of, {
      order: "position",
      count: 1,
      start: { segment },
    });
    const [found] = listed?.segments ?? [];
    if (found?.segment === segment) {
      const { line, character } = found.range.start;
      await showRange(uri, new Range(line, character, line, character));
    } else {
      void window.showInformationMessage(
        `There is no segment ${segment} in ${basename(uri.path)} any more.`,
      );
    }
  }

  /** Shows a document; where it is shown already, there, as it would be written now. */
  async #show(uri: Uri): Promise<boolean> {
    const name = uri.toString();
    const known = this.#open.get(name);
    if (known !== undefined) {
      known.panel.reveal();
      return this.#fill(known);
    }
    const { formats } = await this.#ask(uri);
    const [first] = formats;
    if (first?.format !== "html") {
      const table = uri.with({ path: `${uri.path}.${first?.extension}` });
      const text = await workspace.openTextDocument(table);
      // Its name begins as that of the file it is about, by which it would be taken for segments.
      const known = await languages.setTextDocumentLanguage(text, first?.format ?? "plaintext");
      await window.showTextDocument(known, { viewColumn: ViewColumn.Beside, preview: false });
      return true;
    }
    const panel = window.createWebviewPanel(TYPE, uri.path.slice(1), ViewColumn.Beside, {
      enableScripts: false,
      enableCommandUris: ["meteorscope.goToSegment"],
      enableFindWidget: true,
      localResourceRoots: [],
    });
    const open = { id: this.#count++, uri, panel };
    this.#open.set(name, open);
    panel.onDidDispose(() => this.#open.delete(name));
    return this.#fill(open);
  }

  async #fill({ id, uri, panel }: Open): Promise<boolean> {
    try {
      const segmentLink = `command:meteorscope.goToSegment?%5B${id}%2C{segment}%5D`;
      const written = await this.#ask(uri, { format: "html", segmentLink });
      panel.title = written.title;
      panel.webview.html = written.content;
      return true;
    } catch (error) {
      void window.showWarningMessage(`Meteorscope: ${messageOf(error)}`);
      return false;
    }
  }

  async #ask(uri: Uri, more: object = {}): Promise<WrittenDocument> {
    await workspace.openTextDocument(Uri.parse(named(uri).of));
    const written = await this.server.ask<WrittenDocument>(DOCUMENT, {
      uri: uri.toString(),
      ...more,
    });
    if (written === undefined) {
      throw new Error("the language server is not running");
    }
    return written;
  }

  get #active(): Open | undefined {
    return [...this.#open.values()].find(({ panel }) => panel.active);
  }

  #panels(): readonly WebviewPanel[] {
    return [...this.#open.values()].map(({ panel }) => panel);
  }
}

/** What a document's URI says. */
function named(uri: Uri): { readonly of: string } {
  return JSON.parse(uri.query) as { readonly of: string };
}
