/** Buttons that save what a view knows as files. */

import { download, html } from "../dom";
import { isAnswered } from "../host/model";
import type { ViewState } from "./view_state";

export interface File {
  /** What the kernel is asked for. */
  readonly format: string;
  readonly label: string;
  /** Its content: "the scores of all segments". */
  readonly content: string;
  /** With its ending, which says what type it has. */
  readonly name: `${string}.tsv` | `${string}.json`;
  /** Whether a page without a kernel has it. */
  readonly onPages: boolean;
}

/** The table of what filters leave. */
export function shownFile(name: File["name"]): File {
  const content = "the segments that are shown";
  return { format: "shown", label: "Shown as TSV", content, name, onPages: false };
}

const TYPES = { tsv: "text/tab-separated-values", json: "application/json" } as const;

export class Downloads {
  readonly element = html("span", { class: "mtr-downloads" });
  readonly #view: ViewState<object>;
  readonly #shown: HTMLElement | undefined;

  constructor(view: ViewState<object>, files: readonly File[]) {
    this.#view = view;
    for (const file of files.filter(({ onPages }) => onPages || !view.context.isPage)) {
      const button = buttonOf(file);
      button.addEventListener("click", () => void save(view, file), {
        signal: view.context.signal,
      });
      this.element.append(button);
      if (file.format === "shown") {
        this.#shown = button;
      }
    }
    this.update(false);
  }

  /** @param filtered whether not all segments are shown. */
  update(filtered: boolean): void {
    if (this.#shown !== undefined) {
      this.#shown.hidden = !filtered;
    }
    for (const button of this.element.querySelectorAll("button")) {
      button.disabled = !isAnswered(this.#view.context);
    }
  }
}

function buttonOf({ label, content, name }: File): HTMLElement {
  const said = `Save ${content} as ${endingOf(name).toUpperCase()}`;
  return html(
    "button",
    { type: "button", class: "mtr-button", title: said, "aria-label": said },
    `↓ ${label}`,
  );
}

async function save(view: ViewState<object>, { format, name }: File): Promise<void> {
  try {
    const { buffers } = await view.context.request("export", { format });
    download(new TextDecoder().decode(buffers[0]), TYPES[endingOf(name)], name);
  } catch (error) {
    view.onError(error);
  }
}

function endingOf(name: File["name"]): keyof typeof TYPES {
  return name.endsWith(".json") ? "json" : "tsv";
}

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
