/** Light or dark, by what is really behind the view: hosts theme their outputs differently. */

/** Sets `data-mtr-theme` on the element, now and whenever the host's theme changes. */
export function followTheme(element: HTMLElement, signal: AbortSignal): void {
  const update = (): void => {
    element.dataset.mtrTheme = isDark(element) ? "dark" : "light";
  };
  const observer = new MutationObserver(() => requestAnimationFrame(update));
  for (const node of [document.documentElement, document.body]) {
    observer.observe(node, { attributes: true });
  }
  const preference = matchMedia("(prefers-color-scheme: dark)");
  preference.addEventListener("change", update, { signal });
  signal.addEventListener("abort", () => observer.disconnect());
  update();
  requestAnimationFrame(update); // by then the view is in the document
}

function isDark(element: Element): boolean {
  for (let node: Element | null = element; node !== null; node = node.parentElement) {
    const channels = getComputedStyle(node)
      .backgroundColor.match(/[\d.]+/g)
      ?.map(Number);
    if (channels !== undefined && channels.length >= 3 && (channels[3] ?? 1) > 0.5) {
      const [red = 0, green = 0, blue = 0] = channels;
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue < 128;
    }
  }
  return matchMedia("(prefers-color-scheme: dark)").matches;
}
