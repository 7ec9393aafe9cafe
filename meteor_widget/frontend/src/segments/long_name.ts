import { html } from "../dom";

/** A name in a table, which shows only its beginning if it is long; screen readers have it all. */
export function longName(name: string): HTMLElement {
  return html("bdi", { class: "mtr-name", title: name }, name);
}
