/** Two hypotheses against the same references. */

import { basename, dirname } from "node:path";
import { RelativePattern, Uri, window, workspace } from "vscode";
import type { FollowedSegment } from "./followed_segment";
import { isolated } from "./isolated";
import type { Server } from "./server/server";

const MOST = 200;

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
  const beside = await workspace.findFiles(new RelativePattern(folder, "*"), null, MOST);
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
