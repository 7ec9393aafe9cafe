/** Errors, where people see them and screen readers announce them. */

import { html } from "../dom";
import { KernelGoneError } from "../host/kernel";
import type { ViewState } from "./view_state";

/** A paragraph for the view's errors; the last one is shown until the next action. */
export function problemOf(view: ViewState<object>): HTMLElement {
  const element = html("p", { class: "mtr-problem", role: "alert", hidden: true });
  view.onError = (error) => {
    if (error instanceof KernelGoneError) {
      return; // said above the view
    }
    element.hidden = error === null;
    element.textContent = error instanceof Error ? error.message : String(error ?? "");
  };
  return element;
}
