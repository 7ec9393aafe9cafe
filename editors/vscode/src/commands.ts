/** The commands. */

import { basename, dirname } from "node:path";
import {
  type CommentReply,
  ConfigurationTarget,
  commands,
  type Disposable,
  type QuickPickItem,
  type Range,
  RelativePattern,
  Uri,
  window,
  workspace,
} from "vscode";
import { parseSignature } from "../../../meteor_widget/frontend/src/scoring/signature";
import type { Documents } from "./documents";
import type { FollowedSegment } from "./followed_segment";
import type { Pairs } from "./pairs";
import { showRange } from "./places";
import { chooseReference } from "./references";
import type { ReviewComments } from "./review/review_comments";
import type { ReviewDesk } from "./review/review_desk";
import type { ReviewDiff } from "./review/review_diff";
import type { ReviewPanels } from "./review/review_panel";
import { WorstSegments } from "./segments";
import type { SegmentsView } from "./segments_view";
import { chooseProgram } from "./server/missing";
import type { Server } from "./server/server";
import { isolated } from "./shown_texts";

interface Parts {
  readonly server: Server;
  readonly segment: FollowedSegment;
  readonly pairs: Pairs;
  readonly documents: Documents;
  readonly segments: SegmentsView;
  readonly reviews: ReviewPanels;
  readonly diff: ReviewDiff;
  readonly remarks: ReviewComments;
}

type Remark = Parameters<ReviewComments["save"]>[0];

/** Commands that need no server, and help with one that does not start. */
const WITHOUT_SERVER = new Set(["chooseProgram", "restart", "showLog"]);

/** Commands below `meteorscope.`; package.json gives them titles. */
export function registerCommands({
  server,
  segment,
  pairs,
  documents,
  segments,
  reviews,
  diff,
  remarks,
}: Parts): Disposable[] {
  const worst = new WorstSegments(server, segment);
  const uri = (): string | null => segment.editor?.document.uri.toString() ?? null;
  const withReview = async (run: (desk: ReviewDesk) => Promise<void>): Promise<void> => {
    const { desk } = reviews;
    if (desk === undefined) {
      void window.showInformationMessage("Open a text with its post-edit, or a bilingual file.");
    } else {
      await run(desk);
    }
  };
  const all = {
    menu: () => showMenu(),
    openBeside: () => pairs.openBeside(),
    nextWorst: () => worst.go(1),
    previousWorst: () => worst.go(-1),
    showAlignment: () =>
      commands.executeCommand("meteorscope.alignment.focus", { preserveFocus: true }),
    switchEmphasis: () => switchEmphasis(server, uri()),
    toggleHints: () => toggle("hints.score"),
    toggleDecorations: () => toggle("decorations.enabled"),
    chooseReference: () => chooseReference(server, segment),
    chooseVariant: () => chooseVariant(server, segment),
    review: () => reviews.show(),
    reviewDiff: () => withReview((desk) => diff.show(desk, segment.current?.alignment?.segment)),
    reviewReport: () =>
      withReview(async (desk) => void (await server.run("meteor.reviewReport", desk.uri))),
    addComment: (reply: CommentReply) => remarks.add(reply),
    removeComment: (comment: Remark) => remarks.remove(comment),
    changeComment: (comment: Remark) => remarks.edit(comment),
    saveComment: (comment: Remark) => remarks.save(comment),
    cancelComment: (comment: Remark) => remarks.cancel(comment),
    report: () => server.run("meteor.report", uri()),
    exportScores: () => server.run("meteor.export", uri()),
    compare: () => compare(server, segment),
    explainPairing: () =>
      server.run(
        "meteor.explainPairing",
        window.activeTextEditor?.document.uri.toString() ?? uri(),
      ),
    sortByScore: () => segments.sort("score"),
    sortByShortfall: () => segments.sort("shortfall"),
    sortByPosition: () => segments.sort("position"),
    showMoreSegments: () => segments.showMore(),
    goToSegment: (id: number, segment: number) => documents.goToSegment(id, segment),
    saveDocument: () => documents.save(),
    refreshDocument: () => documents.refresh(),
    goToRange: (uri: Uri, range: Range) => showRange(uri, range),
    chooseProgram: async () => {
      await chooseProgram(); // a change starts the server
      server.wake();
    },
    restart: () => server.restart(),
    showLog: () => server.showLog(),
  };
  return Object.entries<(...given: never[]) => unknown>(all).map(([name, run]) =>
    commands.registerCommand(`meteorscope.${name}`, async (...given: never[]) => {
      if (!WITHOUT_SERVER.has(name)) {
        server.wake();
        await server.settled();
      }
      await run(...given);
    }),
  );
}

/** Changes a setting that is on or off, where it is set now. */
async function toggle(key: string): Promise<void> {
  const section = workspace.getConfiguration("meteorscope");
  const isInWorkspace = section.inspect(key)?.workspaceValue !== undefined;
  const target = isInWorkspace ? ConfigurationTarget.Workspace : ConfigurationTarget.Global;
  await section.update(key, !section.get<boolean>(key, true), target);
}

const EMPHASES: Readonly<Record<string, string>> = {
  chunks: "chunks: what is equal on both sides",
  differences: "differences: what is not",
  both: "chunks and differences",
  off: "nothing",
};

/** Marks the next of chunks, differences, both and nothing, until VS Code is closed. */
async function switchEmphasis(server: Server, uri: string | null): Promise<void> {
  const answer = await server.run<{ readonly emphasis: string }>("meteor.chooseEmphasis", uri);
  if (answer !== undefined) {
    const said = EMPHASES[answer.emphasis] ?? answer.emphasis;
    window.setStatusBarMessage(`METEOR marks ${said}`, 4000);
  }
}

/** The menu of the status bar's score. */
const MENU: readonly (QuickPickItem & { readonly command: string })[] = [
  { label: "$(split-horizontal) Open Side by Side", command: "openBeside" },
  { label: "$(arrow-down) Go to Next Worst Segment", command: "nextWorst" },
  { label: "$(symbol-ruler) Show Alignment", command: "showAlignment" },
  { label: "$(checklist) Open Review", command: "review" },
  { label: "$(diff) Compare MT and Post-Edit by Segment", command: "reviewDiff" },
  { label: "$(output) Write Report on the Review", command: "reviewReport" },
  { label: "$(file-text) Open Report", command: "report" },
  { label: "$(table) Export Scores of All Segments", command: "exportScores" },
  { label: "$(diff) Compare with Another Hypothesis...", command: "compare" },
  { label: "$(references) Choose Reference...", command: "chooseReference" },
  { label: "$(beaker) Choose Variant of METEOR...", command: "chooseVariant" },
  {
    label: "$(paintcan) Switch Between Chunks, Differences, Both and Neither",
    command: "switchEmphasis",
  },
  { label: "$(eye) Toggle Score Hints", command: "toggleHints" },
  { label: "$(symbol-color) Toggle Chunk Colours", command: "toggleDecorations" },
  { label: "$(question) Explain Pairing", command: "explainPairing" },
];

async function showMenu(): Promise<void> {
  const chosen = await window.showQuickPick(MENU, { title: "METEOR" });
  if (chosen !== undefined) {
    await commands.executeCommand(`meteorscope.${chosen.command}`);
  }
}

const MAX_FILES = 200;

export async function compare(server: Server, segment: FollowedSegment): Promise<void> {
  const summary = segment.current?.summary;
  if (!summary) {
    void window.showInformationMessage("Open the hypothesis to compare first.");
    return;
  }
  const other = await otherHypothesis(Uri.parse(summary.hypothesis), summary.references);
  if (other !== undefined) {
    await server.run("meteor.compare", summary.hypothesis, other.toString());
  }
}

/** Has a person choose among the files beside a hypothesis, or any other file. */
async function otherHypothesis(
  hypothesis: Uri,
  references: readonly string[],
): Promise<Uri | undefined> {
  const folder = Uri.file(dirname(hypothesis.fsPath));
  const beside = await workspace.findFiles(new RelativePattern(folder, "*"), null, MAX_FILES);
  const set = basename(hypothesis.fsPath).split(".")[0];
  const files = beside
    .filter(
      (uri) => uri.toString() !== hypothesis.toString() && !references.includes(uri.toString()),
    )
    .map((uri) => ({ name: basename(uri.fsPath), uri }))
    .filter(({ name }) => !/(^|\.)(src|ref\d*|pe)\./.test(name) && name !== "meteor.toml")
    .sort((one, other) => {
      const likeness = (name: string): number => Number(name.startsWith(`${set}.`));
      return likeness(other.name) - likeness(one.name) || one.name.localeCompare(other.name);
    })
    .map(({ name, uri }) => ({ label: isolated(name), uri }));
  const chosen = await window.showQuickPick(
    [...files, { label: "Another File...", uri: undefined }],
    {
      title: `Compare ${isolated(basename(hypothesis.fsPath))} with`,
      placeHolder: "Another hypothesis for the same references",
    },
  );
  if (chosen === undefined || chosen.uri !== undefined) {
    return chosen?.uri;
  }
  return (await window.showOpenDialog({ title: "Another hypothesis", defaultUri: folder }))?.[0];
}

/** Lets a person choose a variant, for as long as the server runs. */
export async function chooseVariant(server: Server, segment: FollowedSegment): Promise<void> {
  const status = await server.run<{ readonly variants: readonly string[] }>("meteor.status");
  const signature = parseSignature(segment.current?.summary?.signature ?? "");
  const current = signature?.tuned === null ? signature.variant : undefined;
  const choices = (status?.variants ?? []).map((variant) => ({
    label: variant,
    ...(variant === current ? { description: "the current variant" } : {}),
  }));
  const chosen = await window.showQuickPick(choices, {
    title: "Variant of METEOR",
    placeHolder: "Score by another definition, until VS Code is closed",
  });
  if (chosen !== undefined) {
    await server.run("meteor.chooseVariant", chosen.label);
  }
}
