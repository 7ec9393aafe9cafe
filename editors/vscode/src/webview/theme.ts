/** VS Code's theme as the diagram's: light or dark. Colours themselves are in panel.css. */

export function followTheme(element: HTMLElement, signal: AbortSignal): void {
  const update = (): void => {
    const { classList } = document.body;
    const isLight =
      classList.contains("vscode-light") || classList.contains("vscode-high-contrast-light");
    element.dataset["mtrTheme"] = isLight ? "light" : "dark";
  };
  const observer = new MutationObserver(update);
  observer.observe(document.body, { attributeFilter: ["class"] });
  signal.addEventListener("abort", () => observer.disconnect());
  update();
}
