/** Buttons that save the segments' numbers as a file. */

import { html } from "../../dom";
import type { Corpus } from "./corpus";

const TYPES = { tsv: "text/tab-separated-values", json: "application/json" } as const;

export function downloads(corpus: Corpus): HTMLElement {
  const { signal } = corpus.context;
  const buttons = (["tsv", "json"] as const).map((format) => {
    const name = `download all scored segments as ${format.toUpperCase()}`;
    const button = html(
      "button",
      { type: "button", class: "mtr-button", "aria-label": name, title: name },
      `↓ ${format.toUpperCase()}`,
    );
    button.addEventListener("click", () => void save(corpus, format), { signal });
    return button;
  });
  return html("div", { class: "mtr-downloads" }, ...buttons);
}

async function save(corpus: Corpus, format: keyof typeof TYPES): Promise<void> {
  try {
    const { buffers } = await corpus.context.request("export", { format });
    const file = new Blob(buffers as DataView<ArrayBuffer>[], { type: TYPES[format] });
    const link = html("a", { href: URL.createObjectURL(file), download: `meteor.${format}` });
    link.click();
    URL.revokeObjectURL(link.href);
  } catch (error) {
    corpus.onError(error);
  }
}
