/** What went wrong, where people see it and screen readers say it. */

import { html } from "../dom";
import type { ViewState } from "./view_state";

/** A paragraph for the view's errors; the last one is shown. */
export function problemOf(view: ViewState<object>): HTMLElement {
  const element = html("p", { class: "mtr-problem", role: "alert", hidden: true });
  view.onError = (error) => {
    element.textContent = error instanceof Error ? error.message : String(error);
    element.hidden = false;
  };
  return element;
}
