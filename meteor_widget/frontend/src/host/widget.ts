/** A view for its hosts: anywidget's interface, and `mount` for pages without a kernel. */

import { html } from "../dom";
import { type Channel, Kernel } from "./kernel";
import type { Context, Model, View } from "./model";
import { localRequests, type PageContent, PageModel } from "./page";

interface RenderArguments<State extends object> {
  readonly model: Model<State> & Channel;
  readonly el: HTMLElement;
}

/** The traits of all our widgets. */
interface Keyed {
  readonly _key: string;
}

/** The exports of a view's module. */
export interface Widget<State extends object> {
  /** Draws a widget; called by anywidget once for each place on the screen. */
  render(given: RenderArguments<State>): () => void;
  /** Draws a self-contained page from the content that Python wrote. */
  mount(element: HTMLElement, content: PageContent<State>): void;
}

/** Makes a view into a widget. */
export function widgetOf<State extends object>(view: View<State>): Widget<State> {
  const show = (context: Context<State>): void => {
    context.element.classList.add("mtr");
    followTheme(context.element, context.signal);
    keepKeys(context.element, context.signal);
    view.render(context);
  };
  return {
    render({ model, el }) {
      const controller = new AbortController();
      const { signal } = controller;
      // This attribute hides the picture in a saved notebook.
      el.dataset.mtrLive = (model as unknown as Model<Keyed>).get("_key") ?? "";
      const kernel = new Kernel(model, el, signal);
      el.append(noticeOf(kernel));
      show({
        model,
        element: el,
        signal,
        request: kernel.request,
        isPage: false,
        get live() {
          return !kernel.gone;
        },
        onLive: (callback) => kernel.onChange(callback),
        probe: () => kernel.probe(),
        expect: () => kernel.expect(),
      });
      return () => controller.abort();
    },
    mount(element, content) {
      show({
        model: new PageModel(content.state),
        element,
        signal: new AbortController().signal,
        request: localRequests(view, content),
        isPage: true,
        live: false,
        onLive: () => {},
        probe: () => {},
        expect: () => {},
      });
    },
  };
}

/** Says that the kernel is gone, once it is. */
function noticeOf(kernel: Kernel): HTMLElement {
  const element = html("p", { class: "mtr-gone", role: "status" });
  const show = (): void => {
    element.textContent = kernel.gone
      ? "The kernel of this view is gone. The view still shows what it has; " +
        "run the cell again to compute anything new."
      : "";
  };
  kernel.onChange(show);
  show();
  return element;
}

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
