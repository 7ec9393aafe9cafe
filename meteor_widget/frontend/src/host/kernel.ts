/** The Python side of a widget: requests over its custom messages, for as long as it is there. */

import type { Answer, Request } from "./model";

/** Milliseconds after which a request is given up; a kernel that is busy answers late. */
const TIMEOUT_MS = 60_000;

/** The class that hosts set on a widget's element when its kernel is gone. */
const DISCONNECTED = "jupyter-widgets-disconnected";

const GONE = "The kernel of this view is gone; run the cell again.";

/** The notice for a kernel that has ended or was restarted, and has lost its widgets. */
export class KernelGoneError extends Error {
  constructor() {
    super(GONE);
  }
}

/** Milliseconds between two checks of the kernel while the view is in use. */
const PROBE_INTERVAL_MS = 2000;

/** What JupyterLab's kernels say of themselves, when the widgets that they knew are gone. */
const ENDS = /restarting|terminating|dead/;

type Slot<Said> = (sender: unknown, said: Said) => void;

interface Signal<Said> {
  connect(slot: Slot<Said>): void;
  disconnect(slot: Slot<Said>): void;
}

/** A message that a kernel sends to all its clients, as far as it is read here. */
interface Published {
  readonly content: { readonly execution_state?: string; readonly data?: { method?: string } };
}

/** A kernel as JupyterLab has it; other hosts have none. */
interface HostKernel {
  readonly statusChanged?: Signal<string>;
  readonly disposed?: Signal<undefined>;
  readonly iopubMessage?: Signal<Published>;
}

/** The part of a widget's model that messages go through. */
export interface Channel {
  readonly widget_manager?: { readonly kernel?: HostKernel | null };
  send(content: unknown, callbacks?: unknown, buffers?: ArrayBuffer[]): void;
  on(event: string, callback: (content: Message, buffers: DataView[]) => void): void;
  off(event: string, callback: (content: Message, buffers: DataView[]) => void): void;
}

interface Message {
  readonly type?: string;
  readonly id?: string;
  readonly result?: unknown;
  readonly error?: string;
}

/** A request that is not answered yet. */
interface Open {
  readonly answer: (message: Message, buffers: DataView[]) => void;
  readonly fail: (error: Error) => void;
}

export class Kernel {
  readonly #channel: Channel;
  readonly #element: HTMLElement;
  readonly #open = new Map<string, Open>();
  readonly #listeners: (() => void)[] = [];
  readonly #signal: AbortSignal;
  #gone: boolean;
  #expected = new Set<string>();
  #looked = Number.NEGATIVE_INFINITY;

  /** @param element the widget's own: hosts mark it when the kernel goes. */
  constructor(channel: Channel, element: HTMLElement, signal: AbortSignal) {
    this.#channel = channel;
    this.#element = element;
    this.#signal = signal;
    this.#gone = this.#isDisconnected();
    const receive = (message: Message, buffers: DataView[]): void => {
      if (message?.type === "answer") {
        this.#open.get(message.id ?? "")?.answer(message, buffers);
      }
    };
    const look = (): void => this.#set(this.#isDisconnected());
    channel.on("msg:custom", receive);
    channel.on("comm_live_update", look);
    signal.addEventListener("abort", () => {
      channel.off("msg:custom", receive);
      channel.off("comm_live_update", look);
      this.#failAll(new Error("the view was closed"));
    });
    this.#watch();
  }

  /**
   * Looks when the kernel says that it ends, and when a person enters the view. JupyterLab
   * throws away the channels of a kernel that is restarted and tells no widget.
   */
  #watch(): void {
    const { statusChanged, disposed, iopubMessage } = this.#channel.widget_manager?.kernel ?? {};
    const follow = <Said>(signal: Signal<Said> | undefined, slot: Slot<Said>): void => {
      signal?.connect(slot);
      this.#signal.addEventListener("abort", () => signal?.disconnect(slot));
    };
    // A kernel that is thrown away says no more than that.
    const changed = (_: unknown, status = "dead"): void => {
      if (ENDS.test(status)) {
        setTimeout(() => this.probe()); // when the host has done what it does then
      }
    };
    follow(statusChanged, changed);
    follow(disposed, changed);
    follow(iopubMessage, (_, { content }) => {
      if (this.#expected.delete(content.execution_state ?? content.data?.method ?? "")) {
        this.probe();
      }
    });
    const come = (): void => {
      if (performance.now() >= this.#looked + PROBE_INTERVAL_MS) {
        this.#looked = performance.now();
        this.probe();
      }
    };
    for (const event of ["pointerenter", "focusin"]) {
      this.#element.addEventListener(event, come, { signal: this.#signal });
    }
  }

  /** Whether the kernel has ended or was restarted, as far as the host or a message tells. */
  get gone(): boolean {
    return this.#gone;
  }

  /** Calls back when the kernel goes or comes back. */
  onChange(callback: () => void): void {
    this.#listeners.push(callback);
  }

  /** Checks whether messages can still be sent: not all hosts report a kernel's end. */
  probe(): void {
    if (!this.#gone && !this.#signal.aborted) {
      this.#send({ type: "probe" });
    }
  }

  /**
   * Announces that the next message will be answered, and has what comes before the answer acknowledged
   * by a message each. Jupyter's server sends small messages as TCP does by itself: the answer is
   * held back until the message before it is acknowledged, which browsers put off for 40 ms in the
   * hope of something to send along with it.
   */
  expect(): void {
    this.#expected = new Set(["busy", "echo_update"]); // what was sent comes back as an echo
  }

  /** Sends a request; rejects at once if there is no kernel. */
  readonly request: Request = (name, parameters = {}) =>
    new Promise<Answer>((resolve, reject) => {
      if (this.#gone) {
        reject(new KernelGoneError());
        return;
      }
      const id = String(Math.random()); // no other view of this widget has it
      const busy = "the kernel does not answer: it is busy or gone. Try again, or run the cell";
      const timer = setTimeout(() => this.#open.get(id)?.fail(new Error(busy)), TIMEOUT_MS);
      const finish = (): void => {
        this.#open.delete(id);
        clearTimeout(timer);
      };
      this.#open.set(id, {
        answer: ({ result, error }, buffers) => {
          finish();
          if (error === undefined) {
            resolve({ result, buffers });
          } else {
            reject(new Error(error));
          }
        },
        fail: (error) => {
          finish();
          reject(error);
        },
      });
      this.expect();
      this.#send({ type: "request", id, name, parameters });
    });

  #send(content: object): void {
    try {
      this.#channel.send(content);
    } catch {
      this.#set(true);
    }
  }

  #set(gone: boolean): void {
    if (gone === this.#gone || this.#signal.aborted) {
      return;
    }
    this.#gone = gone;
    if (gone) {
      this.#failAll(new KernelGoneError());
    }
    for (const listener of this.#listeners) {
      listener();
    }
  }

  #failAll(error: Error): void {
    for (const { fail } of [...this.#open.values()]) {
      fail(error);
    }
  }

  #isDisconnected(): boolean {
    return this.#element.closest(`.${DISCONNECTED}`) !== null;
  }
}
