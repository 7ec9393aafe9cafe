/** Two hypotheses against the same references. */

import { basename, dirname } from "node:path";
import { RelativePattern, Uri, window, workspace } from "vscode";
import type { FollowedSegment } from "./followed_segment";
import type { Server } from "./server/server";

const MOST = 200;

export async function compare(server: Server, segment: FollowedSegment): Promise<void> {
  const summary = segment.current?.summary;
  if (!summary) {
    void window.showInformationMessage("Open the hypothesis that is to be compared.");
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
  const beside = await workspace.findFiles(new RelativePattern(folder, "*"), null, MOST);
  const set = basename(hypothesis.fsPath).split(".")[0];
  const files = beside
    .filter(
      (uri) => uri.toString() !== hypothesis.toString() && !references.includes(uri.toString()),
    )
    .map((uri) => ({ label: basename(uri.fsPath), uri }))
    .filter(({ label }) => !/(^|\.)(src|ref\d*|pe)\./.test(label) && label !== "meteor.toml")
    .sort((one, other) => {
      const likeness = (label: string): number => Number(label.startsWith(`${set}.`));
      return likeness(other.label) - likeness(one.label) || one.label.localeCompare(other.label);
    });
  const chosen = await window.showQuickPick(
    [...files, { label: "Another File...", uri: undefined }],
    {
      title: `Compare ${basename(hypothesis.fsPath)} with`,
      placeHolder: "Another hypothesis for the same references",
    },
  );
  if (chosen === undefined || chosen.uri !== undefined) {
    return chosen?.uri;
  }
  return (await window.showOpenDialog({ title: "Another hypothesis", defaultUri: folder }))?.[0];
}
