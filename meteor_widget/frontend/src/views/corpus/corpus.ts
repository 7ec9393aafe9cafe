/**
 * A corpus as its view knows it: numbers as they come in, and the traits that choose among them.
 *
 * Everything a person does sets a trait, here or in Python; everything drawn follows from the
 * traits and the numbers, once a frame.
 */

import { type Context, onChange } from "../../host/model";
import type { Parameters } from "../../scoring/measures";
import { type Bounds, type Predicate, TableModel, within } from "../../table/table_model";
import { type Block, CorpusColumns } from "./columns";

/** The widget's traits; meteor_widget/corpus_view.py documents them. */
export interface State {
  readonly about: About;
  selected: number | null;
  sort_by: string;
  descending: boolean;
  filters: Readonly<Record<string, Bounds>>;
  search: string;
  measure: string;
}

/** What does not change. */
export interface About {
  readonly size: number;
  readonly references: number;
  readonly stages: readonly string[];
  readonly signature: string;
  readonly parameters: Parameters;
}

/** How far the scoring is. */
export interface Progress {
  readonly running: boolean;
  readonly error: string | null;
}

/** Milliseconds for which changes are gathered before they are sent to Python. */
const GATHER = 150;

export class Corpus {
  readonly context: Context<State>;
  readonly about: About;
  readonly numbers: CorpusColumns;
  readonly table: TableModel;
  progress: Progress = { running: true, error: null };
  /** Called after every change, once a frame. */
  onUpdate: () => void = () => {};
  /** Called with what went wrong, for people. */
  onError: (error: unknown) => void = () => {};
  #frame = 0;
  #saving: ReturnType<typeof setTimeout> | undefined;
  #filtered: readonly string[] = [];
  #loading = false;

  constructor(context: Context<State>) {
    this.context = context;
    this.about = context.model.get("about");
    this.numbers = new CorpusColumns(this.about.size, this.about.stages);
    this.table = new TableModel(this.numbers.columns, 0);
    onChange(context, ["sort_by", "descending"], () => this.#sort());
    onChange(context, ["filters"], () => this.#filter());
    onChange(context, ["search"], () => void this.#search());
    onChange(context, ["selected", "measure"], () => this.#changed());
    this.#listen();
    this.#sort();
    void this.#search();
    void this.#load();
  }

  get<Key extends keyof State & string>(key: Key): State[Key] {
    return this.context.model.get(key);
  }

  /** Sets a trait; what it changes on the screen follows. */
  set<Key extends keyof State & string>(key: Key, value: State[Key]): void {
    this.context.model.set(key, value);
    clearTimeout(this.#saving);
    this.#saving = setTimeout(() => this.context.model.save_changes(), GATHER);
  }

  boundsOf(name: string): Bounds {
    return this.get("filters")[name] ?? [null, null];
  }

  /** Filters by some columns, in place of their filters before; null takes one away. */
  filterBy(changes: Readonly<Record<string, Bounds | null>>): void {
    const filters = { ...this.get("filters") };
    for (const [name, bounds] of Object.entries(changes)) {
      delete filters[name];
      if (bounds !== null && (bounds[0] !== null || bounds[1] !== null)) {
        filters[name] = bounds;
      }
    }
    this.set("filters", filters);
  }

  clearFilters(): void {
    this.set("filters", {});
    this.set("search", "");
  }

  #changed(): void {
    if (this.#frame === 0 && !this.context.signal.aborted) {
      this.#frame = requestAnimationFrame(() => {
        this.#frame = 0;
        this.onUpdate();
      });
    }
  }

  #sort(): void {
    this.table.sort({ column: this.get("sort_by"), descending: this.get("descending") });
    this.#changed();
  }

  #filter(): void {
    const filters = Object.entries(this.get("filters"));
    const gone = this.#filtered.map((name) => [name, null] as const);
    const kept = filters.map(([name, bounds]) => [name, this.#predicate(name, bounds)] as const);
    this.#filtered = filters.map(([name]) => name);
    this.table.filterAll(Object.fromEntries([...gone, ...kept]));
    this.#changed();
  }

  #predicate(name: string, bounds: Bounds): Predicate {
    const column = this.numbers.columns[name];
    return column === undefined ? () => true : within(column, bounds);
  }

  async #search(): Promise<void> {
    const text = this.get("search");
    let predicate: Predicate | null = null;
    if (text !== "") {
      try {
        const { buffers } = await this.context.request("search", { text });
        predicate = membership(buffers[0], this.about.size);
      } catch (error) {
        this.onError(error);
        return;
      }
    }
    if (text === this.get("search")) {
      // The name holds a space: no column has it.
      this.table.filter("text search", predicate);
      this.#changed();
    }
  }

  #listen(): void {
    const { model, signal } = this.context;
    const receive = (message: { readonly type?: string } & Block, buffers: DataView[]): void => {
      if (message?.type === "columns") {
        this.#receive(message, buffers);
      }
    };
    model.on("msg:custom", receive);
    signal.addEventListener("abort", () => {
      model.off("msg:custom", receive);
      cancelAnimationFrame(this.#frame);
    });
  }

  /** Asks for what was scored before this view was there, or was missed. */
  async #load(): Promise<void> {
    if (this.#loading) {
      return;
    }
    this.#loading = true;
    try {
      let block: Block;
      do {
        const { result, buffers } = await this.context.request("columns", {
          start: this.numbers.done,
        });
        block = result as Block;
        this.#take(block, buffers);
      } while (this.numbers.done < block.done && block.end > block.start);
    } catch (error) {
      this.onError(error);
    } finally {
      this.#loading = false;
    }
  }

  #receive(block: Block, buffers: readonly DataView[]): void {
    this.#take(block, buffers);
    if (block.start > this.numbers.done) {
      void this.#load();
    }
  }

  #take(block: Block, buffers: readonly DataView[]): void {
    const { done } = this.numbers;
    this.numbers.receive(block, buffers);
    this.progress = block;
    if (this.numbers.done > done) {
      this.table.replace(this.numbers.columns, this.numbers.done);
      this.#filter();
    }
    if (!block.running && this.get("search") !== "") {
      void this.#search(); // by now the best references are known
    }
    this.#changed();
  }
}

/** Whether a row is among those of a buffer. */
function membership(view: DataView | undefined, size: number): Predicate {
  const members = new Uint8Array(size);
  for (let at = 0; at < (view?.byteLength ?? 0); at += 4) {
    members[view?.getUint32(at, true) ?? 0] = 1;
  }
  return (row) => members[row] === 1;
}
