/** The numbers of a corpus' segments, filled in block by block while they are scored. */

import { bytesFrom } from "../../host/bytes";
import type { Block as AnyBlock } from "../../host/columns";
import { COUNTS, columnOfStage, STAGE_COUNTS } from "../../scoring/many_scores";
import { type Counts, shortfall } from "../../scoring/measures";

/** What comes with the buffers of a block of segments. */
export interface Block extends AnyBlock {
  /** Name and type of the column in each buffer. */
  readonly layout: readonly (readonly [name: string, type: string])[];
  readonly running: boolean;
  /** What ended the scoring, for people. */
  readonly error: string | null;
  /** What must be done before the first segment, for people; empty after it. */
  readonly preparing?: string;
}

const TYPES = {
  float64: Float64Array,
  int32: Int32Array,
  uint16: Uint16Array,
  uint8: Uint8Array,
} as const;

export class CorpusColumns {
  /** By name, one number a segment; only the first `done` are filled in. */
  readonly columns: Record<string, Float64Array | Int32Array>;
  readonly stages: readonly string[];
  /** How many segments there are numbers of. */
  done = 0;

  constructor(size: number, stages: readonly string[]) {
    this.stages = stages;
    this.columns = {
      segment: Int32Array.from({ length: size }, (_, row) => row + 1),
      matches: new Int32Array(size),
      shortfall: new Float64Array(size),
    };
  }

  /** Takes a block, which goes on where the last one ended. */
  receive(
    { start, end, layout }: Pick<Block, "start" | "end" | "layout">,
    buffers: readonly DataView[],
  ): void {
    layout.forEach(([name, type], index) => {
      this.#column(name, type).set(numbers(buffers[index] as DataView, type), start);
    });
    const { score, reference_length: length } = this.columns;
    const matches = this.columns.matches as Int32Array;
    const words = this.columns.shortfall as Float64Array;
    const byStage = this.stages.map(
      (stage) => this.columns[columnOfStage("matches_by_stage", stage)],
    );
    for (let row = start; row < end; row++) {
      words[row] = shortfall(length?.[row] ?? 0, score?.[row] ?? 0);
      matches[row] = byStage.reduce((sum, column) => sum + (column?.[row] ?? 0), 0);
    }
    this.done = end;
  }

  /** Whether a segment has a score; one whose scoring was refused has none. */
  isScored(row: number): boolean {
    return !Number.isNaN(this.columns.score?.[row]);
  }

  /** The counts of these segments in sum: what their corpus score rests on. */
  total(rows: Uint32Array): Counts {
    const sum = (name: string): number => this.sum(name, rows);
    return {
      ...byName(COUNTS, sum),
      ...byName(STAGE_COUNTS, (name) =>
        this.stages.map((stage) => sum(columnOfStage(name, stage))),
      ),
    };
  }

  /** The sum of a column over these segments, without those that have no number in it. */
  sum(name: string, rows: Uint32Array): number {
    const column = this.columns[name] ?? [];
    let all = 0;
    for (let index = 0; index < rows.length; index++) {
      all += column[rows[index] as number] || 0;
    }
    return all;
  }

  #column(name: string, type: string): Float64Array | Int32Array {
    const size = (this.columns.matches as Int32Array).length;
    this.columns[name] ??= type === "float64" ? new Float64Array(size) : new Int32Array(size);
    return this.columns[name];
  }
}

function byName<Name extends string, Value>(
  names: readonly Name[],
  value: (name: Name) => Value,
): Record<Name, Value> {
  return Object.fromEntries(names.map((name) => [name, value(name)])) as Record<Name, Value>;
}

function numbers(buffer: DataView, type: string): ArrayLike<number> {
  return new TYPES[type as keyof typeof TYPES](bytesFrom(buffer));
}
