/** A view for its hosts: anywidget's interface, and `mount` for pages without a kernel. */

import { html } from "../dom";
import { type Channel, Kernel } from "./kernel";
import { keepKeys } from "./keyboard";
import type { Context, Model, View } from "./model";
import { localRequests, type PageContent, PageModel } from "./page";
import { followTheme } from "./theme";

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
