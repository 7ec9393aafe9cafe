/** Texts with their names, where there is no diagram of them. */

import { html } from "../dom";

export function textList(texts: Readonly<Record<string, string>>): HTMLElement {
  const lines = Object.entries(texts).flatMap(([name, text]) => [
    html("dt", {}, name),
    html("dd", { dir: "auto" }, text),
  ]);
  return html("dl", { class: "mtr-segment-texts" }, ...lines);
}
