/** Systems as their view knows them: numbers as they come in, and the traits that choose among them. */

import { bytesFrom } from "../../host/bytes";
import { type Block, ColumnStream } from "../../host/columns";
import { type Context, onChange } from "../../host/model";
import { shortfall } from "../../scoring/measures";
import { FilteredState, type TableState } from "../../segments/view_state";
import type { Bounds } from "../../table/table_model";
import type { SystemColumn } from "./sort_systems";
import type { Known } from "./systems";

/** The widget's traits; meteor_widget/compare/view.py documents them. */
export interface State extends TableState {
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
  systems_by: SystemColumn;
  systems_descending: boolean;
}

export type Method = "bootstrap" | "randomisation";

/** What does not change. */
export interface About {
  readonly size: number;
  readonly references: number;
  readonly systems: readonly string[];
}

/** One number a segment. */
interface Columns {
  readonly score: Float64Array;
  readonly length: Int32Array;
  readonly chosen: Int32Array;
}

export class Comparison extends FilteredState<State> {
  readonly about: About;
  /** Of the two systems compared; named as in Python. */
  columns: Record<string, Float64Array | Int32Array> = {};
  /** Segments whose numbers are here. */
  loaded = 0;
  readonly #systems: readonly Columns[];

  constructor(context: Context<State>) {
    super(context);
    this.about = context.model.get("about");
    const { size, systems } = this.about;
    this.#systems = systems.map(() => ({
      score: new Float64Array(size),
      length: new Int32Array(size),
      chosen: new Int32Array(size),
    }));
    const stream = new ColumnStream<Block>(context, {
      here: () => this.loaded,
      fill: (block, buffers) => this.#fill(block, buffers),
      onError: (error) => this.onError(error),
    });
    onChange(context, ["left", "right"], () => this.#pair());
    onChange(context, ["sort_by", "descending"], () => this.sort());
    onChange(context, ["filters"], () => this.filter());
    onChange(context, ["comparison"], () => {
      this.changed();
      stream.expect(this.get("comparison").done);
    });
    onChange(
      context,
      [
        ...(["baseline", "method", "samples", "seed", "selected", "reference", "plot"] as const),
        ...(["systems_by", "systems_descending"] as const),
      ],
      () => this.changed(),
    );
    this.#pair();
    this.sort();
    void stream.load();
  }

  /** The segment whose alignments are shown; by itself, the first of the table. */
  get selected(): number | null {
    return this.get("selected") ?? this.table.order[0] ?? null;
  }

  /** The other way round, filters with it. */
  swap(): void {
    const { difference, shortfall, left, right, ...filters } = this.get("filters");
    const turned: Record<string, Bounds | undefined> = {
      difference: difference && [minus(difference[1]), minus(difference[0])],
      shortfall: shortfall && [minus(shortfall[1]), minus(shortfall[0])],
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
    const less = shortfalls(left);
    const difference = right.score.map((score, row) => score - (left.score[row] as number));
    this.columns = {
      segment: left.length.map((_, row) => row + 1),
      left: left.score,
      right: right.score,
      length: left.length,
      difference,
      size: difference.map(Math.abs),
      shortfall: shortfalls(right).map((words, row) => words - (less[row] as number)),
    };
    this.table.replace(this.columns, this.loaded);
    this.filter();
  }

  #fill({ start, end }: Block, buffers: readonly DataView[]): void {
    this.#systems.forEach(({ score, length, chosen }, index) => {
      const [scores, lengths, references] = buffers.slice(3 * index).map(bytesFrom);
      score.set(new Float64Array(scores as ArrayBuffer), start);
      length.set(new Int32Array(lengths as ArrayBuffer), start);
      chosen.set(new Int32Array(references as ArrayBuffer), start);
    });
    this.loaded = end;
    this.#pair();
  }
}

function shortfalls({ score, length }: Columns): Float64Array {
  return score.map((share, row) => shortfall(length[row] as number, share));
}

function minus(bound: number | null): number | null {
  return bound === null ? null : -bound;
}
