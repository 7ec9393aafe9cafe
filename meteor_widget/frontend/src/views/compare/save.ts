/** Buttons that save the comparison as files. */

import { download } from "../../diagram/picture_file";
import { html } from "../../dom";
import type { Comparison } from "./comparison";

interface File {
  readonly format: string;
  readonly label: string;
  readonly title: string;
  readonly name: string;
  readonly type: string;
}

const TABLE = "text/tab-separated-values";

const FILES: readonly File[] = [
  {
    format: "json",
    label: "↓ JSON",
    title: "the test as sacrebleu prints it",
    name: "meteor-significance.json",
    type: "application/json",
  },
  {
    format: "tsv",
    label: "↓ TSV",
    title: "all numbers of the systems",
    name: "meteor-systems.tsv",
    type: TABLE,
  },
  {
    format: "segments",
    label: "↓ segments",
    title: "each segment's scores as TSV",
    name: "meteor-segments.tsv",
    type: TABLE,
  },
];

export function downloads(comparison: Comparison): HTMLElement {
  const { live, request, signal } = comparison.context;
  const buttons = FILES.filter(({ format }) => live || format !== "segments").map((file) => {
    const name = `save ${file.title}`;
    const button = html(
      "button",
      { type: "button", class: "mtr-button", title: name, "aria-label": name },
      file.label,
    );
    const save = async (): Promise<void> => {
      const { buffers } = await request("export", { format: file.format });
      download(new TextDecoder().decode(buffers[0]), file.type, file.name);
    };
    button.addEventListener("click", () => void save().catch(comparison.onError), { signal });
    return button;
  });
  return html("span", { class: "mtr-downloads" }, ...buttons);
}
