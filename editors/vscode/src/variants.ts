/** The choice of the variant. */

import { window } from "vscode";
import { parseSignature } from "../../../meteor_widget/frontend/src/scoring/signature";
import type { FollowedSegment } from "./followed_segment";
import type { Server } from "./server/server";

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
