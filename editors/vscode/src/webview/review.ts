/** The review in an editor's tab: the notebooks' view, whose desk is the extension. */

import type { Context } from "../../../../meteor_widget/frontend/src/host/model";
import { PageModel } from "../../../../meteor_widget/frontend/src/host/page";
import type {
  Action,
  Desk,
  Listing,
  Summary,
  Window,
} from "../../../../meteor_widget/frontend/src/views/review/desk";
import type { State } from "../../../../meteor_widget/frontend/src/views/review/review";
import { showReview } from "../../../../meteor_widget/frontend/src/views/review/view";
import type { Asked, Questions, Said } from "./messages";
import { followTheme } from "./theme";

interface Kept {
  readonly uri?: string;
  readonly state?: Partial<State>;
}

declare function acquireVsCodeApi(): {
  postMessage(message: Asked): void;
  getState(): Kept | undefined;
  setState(kept: Kept): void;
};

const vscode = acquireVsCodeApi();
const { signal } = new AbortController(); // for as long as the page is there

/** The extension, which asks the server. */
class MessageDesk implements Desk {
  readonly canAct = true;
  readonly canDownload = false;
  readonly #open = new Map<
    number,
    { readonly resolve: (answer: never) => void; readonly reject: (error: Error) => void }
  >();
  #id = 0;

  summary(): Promise<Summary> {
    return this.#ask("summary", null);
  }

  window(listing: Listing, begin: number, end: number): Promise<Window> {
    return this.#ask("rows", { ...listing, begin, end });
  }

  at(listing: Listing, segment: number): Promise<Window> {
    return this.#ask("rows", { ...listing, at: segment });
  }

  async act(action: Action): Promise<void> {
    await this.#ask("act", action);
  }

  hear(said: Said): void {
    if (said.kind === "answer" || said.kind === "refusal") {
      const waiting = this.#open.get(said.id);
      this.#open.delete(said.id);
      if (said.kind === "answer") {
        waiting?.resolve(said.answer as never);
      } else {
        waiting?.reject(new Error(said.why));
      }
    }
  }

  #ask<Name extends keyof Questions>(
    name: Name,
    given: Questions[Name]["given"],
  ): Promise<Questions[Name]["answer"]> {
    const id = ++this.#id;
    return new Promise((resolve, reject) => {
      this.#open.set(id, { resolve, reject });
      vscode.postMessage({ kind: "question", id, name, given } as Asked);
    });
  }
}

const root = document.createElement("main");
root.className = "mtr";
document.body.append(root);
followTheme(root, signal);

const model = new PageModel<State>({
  selected: null,
  order: "file",
  reversed: false,
  filter: {},
  show_alignment: false,
  ...vscode.getState()?.state,
});
const context: Context<State> = {
  model,
  element: root,
  signal,
  request: () => Promise.reject(new Error("an editor has no kernel")),
  // As a page: everything is answered, and nothing is stopped or computed on demand.
  isPage: true,
  live: false,
  onLive: () => {},
  probe: () => {},
  expect: () => {},
};
const desk = new MessageDesk();
window.addEventListener("message", ({ data }: MessageEvent<Said>) => {
  desk.hear(data);
  if (data.kind === "changed") {
    review.reload();
  } else if (data.kind === "go") {
    review.show(data.segment);
  } else if (data.kind === "opened") {
    vscode.setState({ ...vscode.getState(), uri: data.uri });
  }
});
const { review } = showReview(context, desk);
review.onChosen = ({ segment }) => vscode.postMessage({ kind: "chosen", segment });
for (const name of ["selected", "order", "reversed", "filter"] as const) {
  model.on(`change:${name}`, () => {
    const state = vscode.getState()?.state;
    vscode.setState({ ...vscode.getState(), state: { ...state, [name]: model.get(name) } });
  });
}
document.body.addEventListener("focus", focusList);
window.addEventListener("focus", focusList);
vscode.postMessage({ kind: "ready" });

/** Keys that come to the page belong to the list, unless something else has them. */
function focusList(): void {
  if (document.activeElement === document.body) {
    root.querySelector<HTMLElement>("[role=grid]")?.focus();
  }
}
