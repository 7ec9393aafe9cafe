/**
 * JupyterLab takes single keys for its own commands wherever a cell's output has the focus. Its
 * key bindings look for `data-lm-suppress-shortcuts` on the element that a key is pressed in, so
 * that element carries it for as long as no modifier is held: arrows and letters belong to the
 * view, and Ctrl+S still saves the notebook.
 */

const ATTRIBUTE = "data-lm-suppress-shortcuts";

/** Keeps plain keys for the view; keys with Ctrl, Alt or Meta stay the host's. */
export function keepKeys(element: HTMLElement, signal: AbortSignal): void {
  const decide = (event: KeyboardEvent): void => {
    const target = event.target;
    if (target instanceof Element && element.contains(target)) {
      target.toggleAttribute(ATTRIBUTE, !(event.ctrlKey || event.metaKey || event.altKey));
    }
  };
  // Before the host's own listener, which is on the document.
  window.addEventListener("keydown", decide, { capture: true, signal });
}
