/** Tables that are saved as they are on the screen; no kernel has to make them. */

import { download } from "../../diagram/picture_file";
import { html } from "../../dom";

export type Cells = readonly (string | number)[];

/** Tab-separated text; what would break a cell is a space. */
export function tsv(rows: readonly Cells[]): string {
  return rows
    .map((cells) => `${cells.map((cell) => String(cell).replace(/[\t\r\n]+/g, " ")).join("\t")}\n`)
    .join("");
}

/** A button that saves a table. */
export function saveButton(
  content: string,
  name: string,
  signal: AbortSignal,
  rows: () => readonly Cells[],
): HTMLButtonElement {
  const said = `Save ${content} as TSV`;
  const button = html(
    "button",
    { type: "button", class: "mtr-button", title: said, "aria-label": said },
    "↓ TSV",
  );
  button.addEventListener("click", () => download(tsv(rows()), "text/tab-separated-values", name), {
    signal,
  });
  return button;
}
