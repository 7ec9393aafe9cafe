/**
 * What a view of segments goes by. Everything a person does sets a trait, here or in Python;
 * everything drawn follows from the traits and the numbers, once a frame.
 */

import { html } from "../dom";
import { KernelGoneError } from "../host/kernel";
import { type Context, isAnswered } from "../host/model";
import { oncePerFrame } from "../scheduling";
import { type Bounds, TableModel, within } from "../table/table_model";

/** Milliseconds for which the changes after a first one are gathered before Python is notified. */
const DEBOUNCE_MS = 100;

/** Python's message about an error that answers no request. */
interface Problem {
  readonly type?: string;
  readonly error?: string;
}

export class ViewState<State extends object> {
  readonly context: Context<State>;
  /** Called after every change, once a frame. */
  onUpdate: () => void = () => {};
  /** Called with an error for people; with null when it is resolved. */
  onError: (error: unknown) => void = () => {};
  /** Notes a change. */
  protected readonly changed: () => void;
  /** Whether Python was just notified, and whether there are changes since. */
  #wasNotified = false;
  #hasChanges = false;

  constructor(context: Context<State>) {
    this.context = context;
    const { model, signal, onLive } = context;
    this.changed = oncePerFrame(() => this.onUpdate(), signal);
    onLive(() => {
      this.changed();
      this.#tell();
    });
    const hear = (message: Problem): void => {
      if (message?.type === "problem") {
        this.onError(message.error);
      }
    };
    model.on("msg:custom", hear);
    signal.addEventListener("abort", () => model.off("msg:custom", hear));
  }

  get<Key extends keyof State & string>(key: Key): State[Key] {
    return this.context.model.get(key);
  }

  /** Sets traits; what they change on the screen follows. */
  set(changes: Partial<State>): void {
    for (const [key, value] of Object.entries(changes)) {
      this.context.model.set(key as keyof State & string, value as never);
    }
    this.#hasChanges = true;
    this.onError(null);
    this.#tell();
  }

  #tell(): void {
    if (this.#wasNotified || !this.#hasChanges || !isAnswered(this.context)) {
      return; // a host reports what it cannot send as an error
    }
    this.context.model.save_changes();
    [this.#wasNotified, this.#hasChanges] = [true, false];
    setTimeout(() => {
      this.#wasNotified = false;
      this.#tell();
    }, DEBOUNCE_MS);
  }
}

/** The traits of a table that people sort and filter. */
export interface TableState {
  sort_by: string;
  descending: boolean;
  filters: Readonly<Record<string, Bounds>>;
}

type Columns = Readonly<Record<string, ArrayLike<number>>>;

/** A view whose table is sorted and filtered by columns of numbers. */
export abstract class FilteredState<State extends TableState> extends ViewState<State> {
  readonly table = new TableModel({}, 0);
  #filtered: readonly string[] = [];

  protected abstract columnsByName(): Columns;

  boundsOf(name: string): Bounds {
    return this.get("filters")[name] ?? [null, null];
  }

  /** Filters by some columns, in place of their filters before; null takes one away. */
  filterBy(changes: Readonly<Record<string, Bounds | null>>): void {
    const kept = Object.entries({ ...this.get("filters"), ...changes }).filter(
      (entry): entry is [string, Bounds] => entry[1]?.some((bound) => bound !== null) ?? false,
    );
    this.set({ filters: Object.fromEntries(kept) } as Partial<State>);
  }

  /** Sorts as the traits say. */
  protected sort(): void {
    this.table.sort({ column: this.get("sort_by"), descending: this.get("descending") });
    this.changed();
  }

  /** Filters as the traits say. */
  protected filter(): void {
    const filters = Object.entries(this.get("filters"));
    const columns = this.columnsByName();
    const gone = this.#filtered.map((name) => [name, null] as const);
    const kept = filters.map(([name, bounds]) => {
      const column = columns[name];
      return [name, column === undefined ? null : within(column, bounds)] as const;
    });
    this.#filtered = filters.map(([name]) => name);
    this.table.filterAll(Object.fromEntries([...gone, ...kept]));
    this.changed();
  }
}

/** A paragraph for the view's errors; the last one is shown until the next action. */
export function problemOf(view: ViewState<object>): HTMLElement {
  const element = html("p", { class: "mtr-problem", role: "alert", hidden: true });
  view.onError = (error) => {
    if (error instanceof KernelGoneError) {
      return; // said above the view
    }
    element.hidden = error === null;
    element.textContent = error instanceof Error ? error.message : String(error ?? "");
  };
  return element;
}
