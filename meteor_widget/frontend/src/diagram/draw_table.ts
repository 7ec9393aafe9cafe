/** The picture's equivalent as a table. */

import { html } from "../dom";
import type { Description } from "./describe";
import { SIDES } from "./rows";

export function drawTable(description: Description): HTMLElement {
  const heads = ["Chunk", "Hypothesis", "Reference", "Stage", "Why"];
  const unmatched = SIDES.map((side) => {
    const words = description.unmatched(side);
    const list = words.length === 0 ? "none" : words.join(", ");
    return html("p", {}, `Without a match in the ${side}: ${list}`);
  });
  return html(
    "div",
    {},
    html(
      "table",
      {},
      html("caption", {}, description.summary()),
      html("thead", {}, html("tr", {}, ...heads.map((head) => html("th", { scope: "col" }, head)))),
      html(
        "tbody",
        {},
        ...description
          .table()
          .map(({ chunk, hypothesis, reference, stage, why }) =>
            html(
              "tr",
              {},
              html("td", {}, chunk),
              html("td", { dir: "auto" }, hypothesis),
              html("td", { dir: "auto" }, reference),
              html("td", {}, stage),
              html("td", { dir: "auto" }, why),
            ),
          ),
      ),
    ),
    ...unmatched,
  );
}
