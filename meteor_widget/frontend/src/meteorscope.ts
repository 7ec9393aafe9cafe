/** The bundle's entry: a widget for anywidget's hosts, and `mount` for pages without a kernel. */

import { requests } from "./host/kernel";
import { keepKeys } from "./host/keyboard";
import type { Context, Model, View } from "./host/model";
import { localRequests, type PageContent, PageModel } from "./host/page";
import { followTheme } from "./host/theme";
import { alignmentView } from "./views/alignment/view";
import { compareView } from "./views/compare/view";
import { corpusView } from "./views/corpus/view";
import { reviewView } from "./views/review/view";

// each view knows its own traits; here they are all one.
const VIEWS: Readonly<Record<string, View<any>>> = {
  alignment: alignmentView,
  corpus: corpusView,
  compare: compareView,
  review: reviewView,
};

interface WidgetState {
  kind: string;
}

interface RenderArguments {
  // the host's model has more than we declare.
  readonly model: Model<WidgetState> & any;
  readonly el: HTMLElement;
}

/** Draws a widget. Called by anywidget once for each view on the screen. */
function render({ model, el }: RenderArguments): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  show(model.get("kind"), {
    model,
    element: el,
    signal,
    request: requests(model, signal),
    live: true,
  });
  return () => controller.abort();
}

/** Draws what Python wrote into a self-contained page. */
export function mount(element: HTMLElement, content: PageContent): void {
  const view = VIEWS[content.kind];
  if (view === undefined) {
    throw new Error(`no view is called ${content.kind}`);
  }
  show(content.kind, {
    model: new PageModel(content.state),
    element,
    signal: new AbortController().signal,
    request: localRequests(view, content),
    live: false,
  });
}

// see VIEWS.
function show(kind: string, context: Context<any>): void {
  context.element.classList.add("mtr");
  followTheme(context.element, context.signal);
  keepKeys(context.element, context.signal);
  VIEWS[kind]?.render(context);
}

export { AlignmentDiagram } from "./diagram/diagram";
export default { render };
