/**
 * Which word of a picture a person points at, by mouse or keyboard, and what they pinned.
 *
 * Words are elements of the class mtr-picture-word with data-side and data-token. One of them at a time is
 * a tab stop.
 */

import type { Directions } from "./across";
import { type Description, isSame, type Selection } from "./describe";
import { type Arrangement, destination } from "./navigate";

/** The current drawing. */
export interface Picture {
  readonly description: Description;
  readonly directions: Directions;
  readonly arrangement: Arrangement;
}

interface Listener {
  /** Another word is pointed at, or none. */
  changed(): void;
  /** A word was chosen. */
  chosen(selection: Selection): void;
}

export class Pointing {
  readonly #root: HTMLElement;
  readonly #listener: Listener;
  #picture: Picture | null = null;
  #words = new Map<string, Element>();
  #hovered: Selection | null = null;
  #focused: Selection | null = null;
  #pinned: Selection | null = null;
  #stop: Selection | null = null;

  constructor(root: HTMLElement, signal: AbortSignal, listener: Listener) {
    this.#root = root;
    this.#listener = listener;
    const on = <Name extends keyof HTMLElementEventMap>(
      name: Name,
      handle: (event: HTMLElementEventMap[Name]) => void,
    ): void => root.addEventListener(name, handle, { signal });
    on("pointerover", (event) => this.#hover(this.#selectionUnder(event.target)));
    on("pointerleave", () => this.#hover(null));
    on("focusin", (event) => this.#focus(selectionAt(event.target)));
    on("focusout", () => this.#focus(null));
    on("click", (event) => this.#choose(this.#selectionUnder(event.target)));
    on("keydown", (event) => this.#press(event));
  }

  /** The word to speak of: under the mouse, else with the focus, else pinned. */
  get current(): Selection | null {
    return this.#hovered ?? this.#focused ?? this.#pinned;
  }

  get pinned(): Selection | null {
    return this.#pinned;
  }

  /** Takes over a new picture, and finds the words again that were pointed at in the last one. */
  show(picture: Picture, hadFocus: boolean): void {
    const before = this.#picture?.description;
    const moved = (selection: Selection | null): Selection | null => {
      const word = selection && before?.words[selection.side][selection.token];
      return selection && word ? picture.description.find(selection, word) : null;
    };
    this.#picture = picture;
    this.#hovered = moved(this.#hovered);
    this.#pinned = moved(this.#pinned);
    this.#focused = null;
    this.#collect(picture.description);
    this.#stopAt(moved(this.#stop) ?? this.#stop);
    if (hadFocus) {
      this.#focusOn(this.#stop);
    }
  }

  /** Lets go of everything. */
  clear(): void {
    this.#hovered = null;
    this.#pinned = null;
    this.#focused = null;
    this.#listener.changed();
  }

  /** The element of a word. */
  elementOf(selection: Selection | null): HTMLElement | SVGElement | null {
    const element = selection === null ? undefined : this.#words.get(keyOf(selection));
    return (element as HTMLElement | SVGElement | undefined) ?? null;
  }

  #collect(description: Description): void {
    this.#words.clear();
    for (const element of this.#root.querySelectorAll(".mtr-picture-word")) {
      const selection = selectionAt(element);
      if (selection !== null) {
        this.#words.set(keyOf(selection), element);
        element.setAttribute("role", "option");
        element.setAttribute("aria-label", description.label(selection));
        if (isSame(selection, this.#pinned)) {
          element.setAttribute("aria-selected", "true");
        }
      }
    }
  }

  #hover(selection: Selection | null): void {
    if (!isSame(selection, this.#hovered)) {
      this.#hovered = selection;
      this.#listener.changed();
    }
  }

  #focus(selection: Selection | null): void {
    this.#focused = selection;
    if (selection !== null) {
      this.#stopAt(selection);
    }
    this.#listener.changed();
  }

  #choose(selection: Selection | null): void {
    if (selection === null) {
      return;
    }
    const before = this.#pinned;
    this.#pinned = isSame(selection, before) ? null : selection;
    for (const [word, isSelected] of [
      [before, false],
      [selection, this.#pinned !== null],
    ] as const) {
      this.elementOf(word)?.setAttribute("aria-selected", String(isSelected));
    }
    this.#focusOn(selection);
    this.#listener.changed();
    this.#listener.chosen(selection);
  }

  #press(event: KeyboardEvent): void {
    const from = selectionAt(event.target);
    if (from === null || this.#picture === null || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    if (event.key === "Escape") {
      this.elementOf(this.#pinned)?.setAttribute("aria-selected", "false");
      this.clear();
    } else if (event.key === "Enter" || event.key === " ") {
      this.#choose(from);
    } else {
      const { description, directions, arrangement } = this.#picture;
      const to = destination(event.key, from, description, directions, arrangement);
      if (to === null) {
        return;
      }
      this.#hovered = null; // the keys lead now, wherever the mouse was left
      this.#focusOn(to);
    }
    event.preventDefault();
  }

  /** The word at a place of the picture; of a link or a cell, the word it starts from. */
  #selectionUnder(target: EventTarget | null): Selection | null {
    const link = target instanceof Element ? target.closest<HTMLElement>("[data-match]") : null;
    const matches = this.#picture?.description.alignment.matches;
    const token = matches?.[Number(link?.dataset.match ?? -1)]?.hypothesis[0];
    return token === undefined ? selectionAt(target) : { side: "hypothesis", token };
  }

  /** Moves the focus; the tab stop follows it. */
  #focusOn(selection: Selection | null): void {
    const element = this.elementOf(selection);
    element?.setAttribute("tabindex", "0");
    element?.focus();
  }

  /** Makes a word the picture's one tab stop; the first word if there is no such. */
  #stopAt(selection: Selection | null): void {
    const before = this.elementOf(this.#stop);
    const element = this.elementOf(selection) ?? this.#words.values().next().value ?? null;
    // An element that has the focus would lose it with its tabindex.
    if (before !== element) {
      before?.removeAttribute("tabindex");
    }
    element?.setAttribute("tabindex", "0");
    this.#stop = selectionAt(element);
  }
}

function keyOf({ side, token }: Selection): string {
  return `${side} ${token}`;
}

function selectionAt(target: EventTarget | null): Selection | null {
  const word = target instanceof Element ? target.closest<HTMLElement>(".mtr-picture-word") : null;
  const { side, token } = word?.dataset ?? {};
  if ((side !== "hypothesis" && side !== "reference") || token === undefined) {
    return null;
  }
  return { side, token: Number(token) };
}
