/** A view of all segments with their scores, by position or the worst first. */

import {
  commands,
  type Disposable,
  EventEmitter,
  Range,
  ThemeColor,
  ThemeIcon,
  type TreeDataProvider,
  TreeItem,
  type TreeView,
  window,
  workspace,
} from "vscode";
import type { Followed, FollowedSegment } from "./followed_segment";
import { Latest } from "./latest";
import { type Segment, segmentsOf, worstFirst } from "./segments";
import type { Server } from "./server/server";

export type Order = "position" | "score";

const VIEW = "meteorscope.segments";
/** Told to VS Code, which shows the button for the other order. */
const ORDER = "meteorscope.segmentsOrder";

export class SegmentsView implements TreeDataProvider<Segment>, Disposable {
  readonly #changed = new EventEmitter<void>();
  readonly #view: TreeView<Segment>;
  readonly #subscriptions: Disposable[];
  readonly #list = new Latest(() => this.#listAgain());
  #segments: Segment[] = [];
  #order: Order = "score";
  #uri: string | undefined;

  readonly onDidChangeTreeData = this.#changed.event;

  constructor(
    private readonly server: Server,
    private readonly segment: FollowedSegment,
  ) {
    this.#view = window.createTreeView(VIEW, { treeDataProvider: this });
    this.#subscriptions = [
      this.#changed,
      this.#view,
      this.#view.onDidChangeVisibility(() => this.#list.ask()),
      server.onDidScore(() => this.#list.ask()),
      server.onDidChange(() => this.#list.ask()),
      segment.onDidChange((followed) => this.#follow(followed)),
    ];
    this.sort(this.#order);
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) {
      subscription.dispose();
    }
  }

  sort(order: Order): void {
    this.#order = order;
    void commands.executeCommand("setContext", ORDER, order);
    this.#changed.fire();
  }

  getChildren(parent?: Segment): Segment[] {
    if (parent !== undefined) {
      return [];
    }
    return this.#order === "score" ? worstFirst(this.#segments) : this.#segments;
  }

  getParent(): undefined {
    return undefined;
  }

  getTreeItem(segment: Segment): TreeItem {
    const { uri, number, score, text, range } = segment;
    const item = new TreeItem(score.toFixed(3));
    item.id = `${uri} ${number}`;
    item.description = `${number}  ${text}`;
    item.tooltip = `Segment ${number}: ${score.toFixed(3)}\n${text}`;
    item.accessibilityInformation = {
      label: `Segment ${number}, score ${score.toFixed(3)}, ${text}`,
    };
    item.iconPath = iconOf(score);
    const selection = new Range(
      range.start.line,
      range.start.character,
      range.start.line,
      range.start.character,
    );
    item.command = {
      title: "Go to Segment",
      command: "vscode.open",
      arguments: [uri, { selection }],
    };
    return item;
  }

  #follow(followed: Followed | undefined): void {
    const uri = followed?.summary ? followed.document.uri.toString() : undefined;
    if (uri !== this.#uri) {
      this.#uri = uri;
      this.#list.ask();
      return;
    }
    const here = this.#segments.find(({ line }) => line === followed?.cursor.line);
    if (here !== undefined && this.#view.visible && !this.#view.selection.includes(here)) {
      void this.#view.reveal(here, { select: true, focus: false });
    }
  }

  async #listAgain(): Promise<void> {
    if (!this.#view.visible) {
      return;
    }
    const uri = this.#uri;
    this.#segments = uri === undefined ? [] : await segmentsOf(this.server, uri);
    const summary = this.segment.current?.summary;
    this.#view.message = uri === undefined ? "Open a hypothesis or a reference." : "";
    this.#view.description = uri && summary ? `METEOR ${summary.score.toFixed(4)}` : "";
    this.#changed.fire();
  }
}

/** A sign for segments that score low, by the same threshold as remarks. */
function iconOf(score: number): ThemeIcon {
  const low = workspace.getConfiguration("meteorscope").get("lowScore", 0.3);
  return score < low
    ? new ThemeIcon("circle-filled", new ThemeColor("list.warningForeground"))
    : new ThemeIcon("circle-outline");
}
