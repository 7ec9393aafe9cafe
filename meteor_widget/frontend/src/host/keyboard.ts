/**
 * JupyterLab takes single keys for its own commands wherever a cell's output has the focus. Its
 * key bindings look for `data-lm-suppress-shortcuts` on the element that a key is pressed in, so
 * that element carries it for as long as no modifier is held: arrows and letters belong to the
 * view, and Ctrl+S still saves the notebook. In a text field Ctrl+Z and its like are of the text:
 * without that Ctrl+X would cut the cell.
 */

const ATTRIBUTE = "data-lm-suppress-shortcuts";

/** With Ctrl, or Meta on a Mac: select all, copy, cut, paste, redo, undo. */
const EDITING = new Set(["a", "c", "x", "v", "y", "z"]);

/** Keeps plain keys for the view, and for text fields what edits text; others stay the host's. */
export function keepKeys(element: HTMLElement, signal: AbortSignal): void {
  const decide = (event: KeyboardEvent): void => {
    const target = event.target;
    if (target instanceof Element && element.contains(target)) {
      target.toggleAttribute(ATTRIBUTE, isPlain(event) || edits(target, event));
    }
  };
  // Before the host's own listener, which is on the document.
  window.addEventListener("keydown", decide, { capture: true, signal });
}

function isPlain({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return !(ctrlKey || metaKey || altKey);
}

function edits(target: Element, { key, altKey }: KeyboardEvent): boolean {
  return target.matches("textarea, input") && !altKey && EDITING.has(key.toLowerCase());
}
