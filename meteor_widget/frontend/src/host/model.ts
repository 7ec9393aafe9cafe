/** The interface between a view and its host: a notebook with a kernel, or a page without one. */

/** The traits of a Python widget, two-way; the part of a model that all anywidget hosts have. */
export interface Model<State extends object> {
  get<Key extends keyof State & string>(key: Key): State[Key];
  set<Key extends keyof State & string>(key: Key, value: State[Key]): void;
  on(event: string, callback: (...parameters: never[]) => void): void;
  off(event: string, callback: (...parameters: never[]) => void): void;
  /** Sends what was set to the kernel, if there is one. */
  save_changes(): void;
}

/** An answer: JSON, and bytes for long data. */
export interface Answer {
  readonly result: unknown;
  readonly buffers: readonly DataView[];
}

/** Asks the kernel or the page. Rejects with an Error whose message is for people. */
export type Request = (name: string, parameters?: object) => Promise<Answer>;

export interface Context<State extends object> {
  readonly model: Model<State>;
  /** The view's own element, empty; it has the class mtr. */
  readonly element: HTMLElement;
  /** Aborted when the view is taken off the screen; every listener carries it. */
  readonly signal: AbortSignal;
  readonly request: Request;
  /** Whether this is a page, which never had a kernel. */
  readonly isPage: boolean;
  /** Whether there is a kernel now: without one, no text can be scored. */
  readonly live: boolean;
  /** Calls back when the kernel goes or comes back. */
  readonly onLive: (callback: () => void) => void;
  /** Checks whether a kernel that is late is still there: not all hosts report its end. */
  readonly probe: () => void;
  /** Announces that the next message will be answered, which then comes sooner. */
  readonly expect: () => void;
}

/** One kind of widget. */
export interface View<State extends object> {
  render(context: Context<State>): void;
  /** Answers requests on a page without a kernel, from the data that Python put there. */
  answer?(
    data: unknown,
    buffers: readonly DataView[],
    name: string,
    parameters: object,
  ): Answer | Promise<Answer>;
}

/** Whether requests are answered: by a kernel, or by the page. */
export function isAnswered({ live, isPage }: Pick<Context<object>, "live" | "isPage">): boolean {
  return live || isPage;
}

/** Returns a context with another model. */
export function withModel<State extends object>(
  context: Context<State>,
  model: Model<State>,
): Context<State> {
  // No copy: whether there is a kernel changes.
  return Object.create(context, { model: { value: model } }) as Context<State>;
}

/** Calls back at every change of a trait until the view is gone. */
export function onChange<State extends object>(
  { model, signal }: Pick<Context<State>, "model" | "signal">,
  keys: readonly (keyof State & string)[],
  callback: () => void,
): void {
  for (const key of keys) {
    model.on(`change:${key}`, callback);
    signal.addEventListener("abort", () => model.off(`change:${key}`, callback));
  }
}
