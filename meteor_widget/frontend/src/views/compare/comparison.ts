/** Systems as their view knows them: numbers as they come in, and the traits that choose among them. */

import { bytesFrom } from "../../host/bytes";
import { type Block, ColumnStream } from "../../host/columns";
import { type Context, onChange } from "../../host/model";
import { shortfall } from "../../scoring/measures";
import { type Beside, SearchedState, type SearchState } from "../../segments/searched_state";
import type { Bounds } from "../../table/table_model";
import type { Known, SystemColumn } from "./systems";

/** The widget's traits; meteor_widget/compare/view.py documents them. */
export interface State extends SearchState {
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
  plot: string;
  /** Further systems whose alignments are drawn. */
  also: readonly string[];
  systems_by: SystemColumn;
  systems_descending: boolean;
}

export type Method = "bootstrap" | "randomisation";

/** What does not change. */
export interface About extends Beside {
  readonly size: number;
  readonly references: number;
  readonly systems: readonly string[];
}

/** One number a segment. */
interface Columns {
  readonly score: Float64Array;
  readonly length: Int32Array;
  readonly chosen: Int32Array;
  /** In the order of the scores that came with the texts. */
  readonly given: readonly Float64Array[];
}

export class Comparison extends SearchedState<State> {
  readonly about: About;
  /** Of the two systems compared; named as in Python. */
  columns: Record<string, Float64Array | Int32Array> = {};
  /** Segments whose numbers are here. */
  loaded = 0;
  readonly #systems: readonly Columns[];
  /** Of segments: places of the values of metadata. */
  readonly #metadata: readonly Int32Array[];

  constructor(context: Context<State>) {
    super(context);
    this.about = context.model.get("about");
    const { size, systems, scores, metadata } = this.about;
    this.#systems = systems.map(() => ({
      score: new Float64Array(size),
      length: new Int32Array(size),
      chosen: new Int32Array(size),
      given: scores.map(() => new Float64Array(size)),
    }));
    this.#metadata = Object.keys(metadata).map(() => new Int32Array(size));
    const stream = new ColumnStream<Block>(context, {
      here: () => this.loaded,
      fill: (block, buffers) => this.#fill(block, buffers),
      onError: (error) => this.onError(error),
    });
    onChange(context, ["left", "right"], () => this.#pair());
    onChange(context, ["comparison"], () => {
      this.changed();
      stream.expect(this.get("comparison").done);
    });
    onChange(
      context,
      [
        ...(["baseline", "method", "samples", "seed", "selected", "reference", "plot"] as const),
        ...(["systems_by", "systems_descending", "also"] as const),
      ],
      () => this.changed(),
    );
    this.#pair();
    this.sort();
    void this.search.run();
    void stream.load();
  }

  /** The segment whose alignments are shown; by itself, the first of the table. */
  get selected(): number | null {
    return this.get("selected") ?? this.table.order[0] ?? null;
  }

  /** The other way round, filters with it. */
  swap(): void {
    const filters = Object.entries(this.get("filters")).map(([name, bounds]): [string, Bounds] => {
      const [low, high] = bounds;
      return /(difference|shortfall)$/.test(name)
        ? [name, [minus(high), minus(low)]]
        : [name.replace(/left$|right$/, (side) => (side === "left" ? "right" : "left")), bounds];
    });
    this.set({
      left: this.get("right"),
      right: this.get("left"),
      filters: Object.fromEntries(filters),
    });
  }

  /** Index of the reference that a segment of a system was scored against. */
  chosen(system: string, segment: number): number {
    return this.#of(system).chosen[segment] ?? 0;
  }

  #of(system: string): Columns {
    return this.#systems[this.about.systems.indexOf(system)] as Columns;
  }

  protected columnsByName(): Comparison["columns"] {
    return this.columns;
  }

  /** Numbers of the two systems compared. */
  #pair(): void {
    const [left, right] = [this.#of(this.get("left")), this.#of(this.get("right"))];
    const difference = lessOf(right.score, left.score);
    const { scores, metadata } = this.about;
    const given = scores.flatMap(({ name }, place) => {
      const [one, other] = [left.given[place], right.given[place]] as [Float64Array, Float64Array];
      const columns = { left: one, right: other, difference: lessOf(other, one) };
      return Object.entries(columns).map(
        ([which, column]) => [`${name} ${which}`, column] as const,
      );
    });
    this.columns = {
      ...Object.fromEntries(given),
      ...Object.fromEntries(Object.keys(metadata).map((name, at) => [name, this.#metadata[at]])),
      segment: left.length.map((_, row) => row + 1),
      left: left.score,
      right: right.score,
      length: left.length,
      difference,
      size: difference.map(Math.abs),
      shortfall: lessOf(shortfalls(right), shortfalls(left)),
    };
    this.table.replace(this.columns, this.loaded);
    this.filter();
  }

  #fill({ start, end }: Block, buffers: readonly DataView[]): void {
    const bytes = buffers.map(bytesFrom).values();
    const take = (column: Float64Array | Int32Array): void => {
      const block = bytes.next().value as ArrayBuffer;
      column.set(
        column instanceof Float64Array ? new Float64Array(block) : new Int32Array(block),
        start,
      );
    };
    for (const { score, length, chosen, given } of this.#systems) {
      [score, length, chosen, ...given].forEach(take);
    }
    this.#metadata.forEach(take);
    this.loaded = end;
    this.#pair();
  }
}

function lessOf(one: Float64Array, other: Float64Array): Float64Array {
  return one.map((number, row) => number - (other[row] as number));
}

function shortfalls({ score, length }: Columns): Float64Array {
  return score.map((share, row) => shortfall(length[row] as number, share));
}

function minus(bound: number | null): number | null {
  return bound === null ? null : -bound;
}
