/** The score of the file and of the segment in the status bar. */

import {
  type Disposable,
  MarkdownString,
  StatusBarAlignment,
  type StatusBarItem,
  ThemeColor,
  Uri,
  window,
} from "vscode";
import { isForServer } from "./files";
import type { Followed, FollowedSegment } from "./followed_segment";
import type { PlacedAlignment, Summary } from "./protocol";
import { bandsFor } from "./score_hints";
import type { Condition, Server } from "./server/server";
import { bandOf, isolated, SIGNS, shownScore } from "./shown_texts";

/** Texts while there is no score, and the commands of a click. */
const CONDITIONS: Readonly<
  Record<Exclude<Condition, "running" | "idle">, { text: string; tooltip: string; command: string }>
> = {
  starting: {
    text: "$(loading~spin) METEOR",
    tooltip: "The language server is starting",
    command: "meteorscope.showLog",
  },
  slow: {
    text: "$(warning) METEOR",
    tooltip: "The language server has not answered for 30 seconds; click to restart it",
    command: "meteorscope.restart",
  },
  waiting: {
    text: "$(sync) METEOR",
    tooltip: "The language server ended and will restart soon",
    command: "meteorscope.restart",
  },
  missing: {
    text: "$(warning) METEOR",
    tooltip: "There is no language server; click to see what to do",
    command: "meteorscope.restart",
  },
  failed: {
    text: "$(error) METEOR",
    tooltip: "The language server ended too often; click to restart it",
    command: "meteorscope.restart",
  },
};

const SCORING = {
  text: "$(loading~spin) METEOR",
  tooltip: "The segments are being scored",
  command: "meteorscope.menu",
  accessibilityInformation: undefined,
};

export class StatusBar implements Disposable {
  readonly #item: StatusBarItem;
  readonly #subscriptions: Disposable[];

  constructor(
    private readonly server: Server,
    segment: FollowedSegment,
  ) {
    this.#item = window.createStatusBarItem("meteorscope.score", StatusBarAlignment.Right, 90);
    this.#item.name = "METEOR score";
    this.#subscriptions = [
      this.#item,
      segment.onDidChange((followed) => this.#show(followed)),
      server.onDidChange(() => this.#show(segment.current)),
      window.onDidChangeActiveTextEditor(() => this.#show(segment.current)),
    ];
    this.#show(undefined);
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) {
      subscription.dispose();
    }
  }

  #show(followed: Followed | undefined): void {
    const { condition } = this.server;
    const item = this.#item;
    item.backgroundColor = undefined;
    if (condition === "idle") {
      item.hide();
      return;
    }
    if (condition !== "running") {
      Object.assign(item, CONDITIONS[condition], { accessibilityInformation: undefined });
      if (condition !== "starting" && condition !== "waiting") {
        item.backgroundColor = new ThemeColor("statusBarItem.warningBackground");
      }
      const active = window.activeTextEditor?.document;
      item[active !== undefined && isForServer(active) ? "show" : "hide"]();
      return;
    }
    const { summary, alignment } = followed ?? {};
    if (!summary) {
      item.hide();
      return;
    }
    if (summary.problem !== null && summary.scored === 0) {
      Object.assign(item, {
        text: "$(warning) METEOR",
        tooltip: isolated(summary.problem),
        command: "workbench.actions.view.problems",
        accessibilityInformation: {
          label: `There are no METEOR scores: ${isolated(summary.problem)}`,
        },
      });
      item.show();
      return;
    }
    if (summary.scored === 0 && summary.paired > 0) {
      Object.assign(item, SCORING);
      item.show();
      return;
    }
    item.text = `METEOR ${summary.score.toFixed(4)}${alignment ? `  ${textOf(alignment)}` : ""}`;
    item.command = "meteorscope.menu";
    item.tooltip = tooltipOf(summary, alignment?.segment);
    item.accessibilityInformation = {
      label: `METEOR score of the file ${summary.score.toFixed(4)}${
        alignment ? `, of segment ${alignment.segment} ${shownScore(alignment.score)}` : ""
      }`,
    };
    item.show();
  }
}

function textOf({ segment, score, documents }: PlacedAlignment): string {
  const band = bandOf(score, bandsFor(Uri.parse(documents.hypothesis.uri)));
  return `${SIGNS[band]} ${segment}: ${shownScore(score)}`;
}

function tooltipOf(summary: Summary, segment: number | undefined): MarkdownString {
  const cell = (value: number): string => value.toFixed(4);
  const rows = [
    ["Score", cell(summary.score)],
    ["Precision", cell(summary.precision)],
    ["Recall", cell(summary.recall)],
    ["Fragmentation", cell(summary.fragmentation)],
    ["Penalty", cell(summary.penalty)],
    ["Shortfall (length × (1 − score))", `${summary.shortfall.toFixed(1)} words`],
    ["Segments", summary.scored.toLocaleString("en")],
    ...(summary.worst === null ? [] : [["Worst segment", String(summary.worst)]]),
    ...(segment === undefined ? [] : [["This segment", String(segment)]]),
  ];
  const text = new MarkdownString();
  text.appendMarkdown("| METEOR | |\n|---|--:|\n");
  text.appendMarkdown(rows.map(([name, value]) => `| ${name} | ${value} |\n`).join(""));
  text.appendMarkdown("\n");
  text.appendCodeblock(summary.signature, "text");
  if (summary.problem !== null) {
    text.appendText(isolated(summary.problem));
  }
  return text;
}
