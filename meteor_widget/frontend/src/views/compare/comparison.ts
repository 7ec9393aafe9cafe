/**
 * Systems as their view knows them: numbers as they come in, and the traits that choose among
 * them. Everything a person does sets a trait; everything drawn follows once a frame.
 */

import { type Context, onChange } from "../../host/model";
import { type Bounds, TableModel, within } from "../../table/table_model";

/** The widget's traits; meteor_widget/compare_view.py documents them. */
export interface State {
  readonly about: About;
  readonly comparison: Known;
  baseline: string;
  left: string;
  right: string;
  method: Method;
  samples: number;
  seed: number | null;
  selected: number | null;
  reference: number | null;
  sort_by: string;
  descending: boolean;
  filters: Readonly<Record<string, Bounds>>;
  plot: string;
}

export type Method = "bootstrap" | "randomisation";

/** What does not change. */
export interface About {
  readonly size: number;
  readonly references: number;
  readonly systems: readonly string[];
}

/** What is known by now. */
export interface Known {
  readonly systems: readonly SystemRow[];
  /** Null until the systems are tested. */
  readonly test: object | null;
  /** How they were tested, and what that means. */
  readonly notes: readonly string[];
  readonly signature: string;
  /** Segments that are scored for every system. */
  readonly done: number;
  readonly scoring: boolean;
  /** Of the test that is under way. */
  readonly share: number | null;
  readonly error: string | null;
}

/** Null where it is not known, or does not apply to the baseline. */
export interface SystemRow {
  readonly system: string;
  readonly score: number;
  readonly precision: number;
  readonly recall: number;
  readonly penalty: number;
  readonly lower: number | null;
  readonly upper: number | null;
  readonly difference: number | null;
  readonly difference_lower: number | null;
  readonly difference_upper: number | null;
  readonly p_value: number | null;
  readonly holm: number | null;
  readonly equal: boolean | null;
}

/** One number a segment. */
interface Columns {
  readonly score: Float64Array;
  readonly length: Int32Array;
  readonly chosen: Int32Array;
}

/** Milliseconds for which changes are gathered before they are sent to Python. */
const GATHER = 100;

export class Comparison {
  readonly context: Context<State>;
  readonly about: About;
  readonly table: TableModel;
  /** Of the two systems compared; named as in Python. */
  columns: Record<string, Float64Array | Int32Array> = {};
  /** Segments whose numbers are here. */
  loaded = 0;
  /** Called after every change, once a frame. */
  onUpdate: () => void = () => {};
  /** Called with what went wrong, for people. */
  onError: (error: unknown) => void = () => {};
  readonly #systems: readonly Columns[];
  #frame = 0;
  #saving: ReturnType<typeof setTimeout> | undefined;
  #filtered: readonly string[] = [];
  #loading = false;

  constructor(context: Context<State>) {
    this.context = context;
    this.about = context.model.get("about");
    const { size, systems } = this.about;
    this.#systems = systems.map(() => ({
      score: new Float64Array(size),
      length: new Int32Array(size),
      chosen: new Int32Array(size),
    }));
    this.table = new TableModel({}, 0);
    onChange(context, ["left", "right"], () => this.#pair());
    onChange(context, ["sort_by", "descending"], () => this.#sort());
    onChange(context, ["filters"], () => this.#filter());
    onChange(context, ["comparison"], () => void this.#load());
    onChange(
      context,
      ["baseline", "method", "samples", "seed", "selected", "reference", "plot"],
      () => this.#changed(),
    );
    context.signal.addEventListener("abort", () => cancelAnimationFrame(this.#frame));
    this.#pair();
    this.#sort();
    void this.#load();
  }

  get<Key extends keyof State & string>(key: Key): State[Key] {
    return this.context.model.get(key);
  }

  /** Sets traits; what they change on the screen follows. */
  set(changes: Partial<State>): void {
    for (const [key, value] of Object.entries(changes)) {
      this.context.model.set(key as keyof State & string, value as never);
    }
    clearTimeout(this.#saving);
    this.#saving = setTimeout(() => this.context.model.save_changes(), GATHER);
  }

  /** The segment whose alignments are shown; by itself, the first of the table. */
  get selected(): number | null {
    return this.get("selected") ?? this.table.order[0] ?? null;
  }

  /** The other way round, filters with it. */
  swap(): void {
    const { difference, left, right, ...filters } = this.get("filters");
    const turned: Record<string, Bounds | undefined> = {
      difference: difference && [minus(difference[1]), minus(difference[0])],
      left: right,
      right: left,
    };
    const kept = Object.entries(turned).filter(([, bounds]) => bounds !== undefined);
    this.set({
      left: this.get("right"),
      right: this.get("left"),
      filters: { ...filters, ...Object.fromEntries(kept) } as State["filters"],
    });
  }

  boundsOf(name: string): Bounds {
    return this.get("filters")[name] ?? [null, null];
  }

  /** Filters by some columns, in place of their filters before; null takes one away. */
  filterBy(changes: Readonly<Record<string, Bounds | null>>): void {
    const filters = Object.entries({ ...this.get("filters"), ...changes });
    this.set({
      filters: Object.fromEntries(
        filters.filter((entry): entry is [string, Bounds] => entry[1] !== null),
      ),
    });
  }

  /** Index of the reference that a segment of a system was scored against. */
  chosen(system: string, segment: number): number {
    return this.#of(system).chosen[segment] ?? 0;
  }

  #of(system: string): Columns {
    return this.#systems[this.about.systems.indexOf(system)] as Columns;
  }

  #changed(): void {
    if (this.#frame === 0 && !this.context.signal.aborted) {
      this.#frame = requestAnimationFrame(() => {
        this.#frame = 0;
        this.onUpdate();
      });
    }
  }

  /** Numbers of the two systems compared. */
  #pair(): void {
    const [left, right] = [this.#of(this.get("left")), this.#of(this.get("right"))];
    const difference = right.score.map((score, row) => score - (left.score[row] as number));
    this.columns = {
      segment: left.length.map((_, row) => row + 1),
      left: left.score,
      right: right.score,
      length: left.length,
      difference,
      size: difference.map(Math.abs),
    };
    this.table.replace(this.columns, this.loaded);
    this.#filter();
  }

  #sort(): void {
    this.table.sort({ column: this.get("sort_by"), descending: this.get("descending") });
    this.#changed();
  }

  #filter(): void {
    const filters = Object.entries(this.get("filters"));
    const gone = this.#filtered.map((name) => [name, null] as const);
    const kept = filters.map(
      ([name, bounds]) => [name, within(this.columns[name] ?? [], bounds)] as const,
    );
    this.#filtered = filters.map(([name]) => name);
    this.table.filterAll(Object.fromEntries([...gone, ...kept]));
    this.#changed();
  }

  /** Fetches numbers of segments that were scored since. */
  async #load(): Promise<void> {
    this.#changed();
    if (this.#loading) {
      return;
    }
    this.#loading = true;
    while (this.loaded < (this.get("comparison").done ?? 0) && !this.context.signal.aborted) {
      try {
        const { buffers } = await this.context.request("columns", { start: this.loaded });
        this.#receive(buffers);
      } catch (error) {
        this.onError(error);
        break;
      }
    }
    this.#loading = false;
  }

  #receive(buffers: readonly DataView[]): void {
    this.#systems.forEach(({ score, length, chosen }, index) => {
      const [scores, lengths, references] = buffers.slice(3 * index).map(bytesOf);
      score.set(new Float64Array(scores as ArrayBuffer), this.loaded);
      length.set(new Int32Array(lengths as ArrayBuffer), this.loaded);
      chosen.set(new Int32Array(references as ArrayBuffer), this.loaded);
    });
    this.loaded += (buffers[0] as DataView).byteLength / Float64Array.BYTES_PER_ELEMENT;
    this.#pair();
  }
}

/** Copied, because it need not begin where a typed array may. */
function bytesOf({ buffer, byteOffset, byteLength }: DataView): ArrayBuffer {
  return (buffer as ArrayBuffer).slice(byteOffset, byteOffset + byteLength);
}

function minus(bound: number | null): number | null {
  return bound === null ? null : -bound;
}
