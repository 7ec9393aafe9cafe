/** The choice of the reference that a hypothesis is shown against, and new pairs. */

import { basename, dirname } from "node:path";
import { type QuickPickItem, Uri, ViewColumn, window } from "vscode";
import type { FollowedSegment } from "./followed_segment";
import type { Server } from "./server/server";
import { isolated } from "./shown_texts";

interface Choice extends QuickPickItem {
  readonly reference?: string;
  readonly isOther?: boolean;
}

/** Has a person choose a reference, or a file to be one. */
export async function chooseReference(server: Server, segment: FollowedSegment): Promise<void> {
  const document = segment.editor?.document ?? window.activeTextEditor?.document;
  if (document === undefined) {
    return;
  }
  const summary = segment.current?.summary;
  const hypothesis = summary?.hypothesis;
  const chosenBefore = hypothesis && segment.chosenReference(hypothesis);
  const marked = (reference: string | undefined): string =>
    reference === chosenBefore ? "$(check) " : "";
  const several = summary !== undefined && summary !== null && summary.references.length > 1;
  const choices: Choice[] = [
    ...(several
      ? [{ label: `${marked(undefined)}The best of each segment`, description: "as it is scored" }]
      : []),
    ...(summary?.references ?? []).map((reference) => ({
      label: marked(reference) + isolated(basename(Uri.parse(reference).path)),
      reference,
    })),
    { label: "Another File...", description: "adds the pair to meteor.toml", isOther: true },
  ];
  const chosen = await window.showQuickPick(choices, {
    title: "Reference",
    placeHolder: "Show the hypothesis against",
  });
  if (chosen?.isOther) {
    await pairWith(server, document.uri);
  } else if (chosen !== undefined && hypothesis) {
    segment.chooseReference(hypothesis, chosen.reference);
    if (chosen.reference !== undefined) {
      const viewColumn = ViewColumn.Beside;
      await window.showTextDocument(Uri.parse(chosen.reference), {
        viewColumn,
        preserveFocus: true,
      });
    }
  }
}

async function pairWith(server: Server, hypothesis: Uri): Promise<void> {
  const references = await window.showOpenDialog({
    title: `References for ${isolated(basename(hypothesis.fsPath))}`,
    openLabel: "Pair",
    canSelectMany: true,
    defaultUri: Uri.file(dirname(hypothesis.fsPath)),
  });
  if (references !== undefined) {
    await server.run("meteor.pair", hypothesis.toString(), references.map(String));
  }
}
