/**
 * The stream of a corpus' numbers, as each of the three views takes it: whatever overlaps, comes
 * twice, is late, is lost or overtakes another, every number arrives, and the last word holds.
 */

import assert from "node:assert/strict";
import { setMaxListeners } from "node:events";
import { test } from "node:test";
import type { Answer, Context, Model } from "../src/host/model";
import { type State as CompareState, Comparison } from "../src/views/compare/comparison";
import { Corpus, type State as CorpusState } from "../src/views/corpus/corpus";

globalThis.requestAnimationFrame ??= (): number => 0;

/** What Python knows, and how its messages travel. */
class Kernel {
  readonly size: number;
  done = 0;
  running = true;
  /** Starts of the ranges that were asked for. */
  readonly asked: number[] = [];
  #number = 0;
  readonly #block: (start: number, end: number) => [object, DataView[]];
  readonly #callbacks = new Map<string, Set<(...parameters: never[]) => void>>();
  readonly #state: Record<string, unknown>;
  /** Answers that are made and have not arrived. */
  #waiting: (() => void)[] = [];
  /** Whether answers wait until they are delivered. */
  slow = false;

  constructor(kind: Kind, size: number) {
    this.size = size;
    this.#state = { ...kind.state(size) };
    this.#block = kind.block;
  }

  /** A block as it is made now, whenever it arrives. */
  message(start: number, end: number): [object, DataView[]] {
    const [layout, buffers] = this.#block(start, end);
    const { done, running } = this;
    this.#number += 1;
    const told = { number: this.#number, start, end, done, running, error: null };
    return [{ type: "columns", ...told, ...layout }, buffers];
  }

  /** A block arrives. */
  send(message: [object, DataView[]]): void {
    for (const callback of this.#callbacks.get("msg:custom") ?? []) {
      (callback as (...message: [object, DataView[]]) => void)(...message);
    }
  }

  /** A trait arrives. */
  set(key: string, value: unknown): void {
    this.#state[key] = value;
    for (const callback of this.#callbacks.get(`change:${key}`) ?? []) {
      (callback as () => void)();
    }
  }

  /** All answers that wait arrive, in the order of their requests. */
  async deliver(): Promise<void> {
    for (const answer of this.#waiting.splice(0)) {
      answer();
    }
    await settled();
  }

  context<State extends object>(): Context<State> {
    const model = {
      get: (key: string) => this.#state[key],
      set: (key: string, value: unknown) => this.set(key, value),
      on: (event: string, callback: () => void) => {
        this.#callbacks.set(event, (this.#callbacks.get(event) ?? new Set()).add(callback));
      },
      off: (event: string, callback: () => void) => this.#callbacks.get(event)?.delete(callback),
      save_changes: () => {},
    } as unknown as Model<State>;
    const { signal } = new AbortController();
    setMaxListeners(0, signal); // Node warns of many, browsers do not
    return {
      model,
      signal,
      live: true,
      onLive: () => {},
      request: (name: string, parameters: object = {}) => this.#answer(name, parameters),
    } as unknown as Context<State>;
  }

  #answer(name: string, parameters: object): Promise<Answer> {
    assert.equal(name, "columns");
    const { start } = parameters as { start: number };
    this.asked.push(start);
    // Python sends a part at a time.
    const [result, buffers] = this.message(start, Math.min(start + 200, this.done));
    return new Promise((resolve) => {
      const answer = (): void => resolve({ result, buffers });
      if (this.slow) {
        this.#waiting.push(answer);
      } else {
        answer();
      }
    });
  }
}

/** A kind of view: its traits, its blocks, and what it has of them. */
interface Kind {
  readonly name: string;
  state(size: number): object;
  block(start: number, end: number): [object, DataView[]];
  view(kernel: Kernel): Taken;
}

interface Taken {
  /** The scores that are here. */
  scores(): readonly number[];
  running(): boolean;
}

const score = (row: number): number => row / 7;

function rows<Value>(start: number, end: number, of: (row: number) => Value): Value[] {
  return Array.from({ length: Math.max(end - start, 0) }, (_, index) => of(start + index));
}

function view(numbers: Float64Array | Int32Array | Uint8Array): DataView {
  return new DataView(numbers.buffer, numbers.byteOffset, numbers.byteLength);
}

const ALONE = { ids: false, scores: [], metadata: {} };

const TABLE = {
  find: "",
  regular: false,
  where: {},
  columns: [],
  filters: {},
  sort_by: "segment",
  descending: false,
};

const CORPUS: Kind = {
  name: "CorpusView",
  state: (size) => ({
    ...TABLE,
    about: { size, references: 1, stages: ["exact"], signature: "", ...ALONE },
  }),
  block: (start, end) => [
    {
      layout: [
        ["score", "float64"],
        ["reference_length", "uint8"],
        ["matches_exact", "uint8"],
      ],
    },
    [
      view(Float64Array.from(rows(start, end, score))),
      view(Uint8Array.from(rows(start, end, (row) => row % 100))),
      view(Uint8Array.from(rows(start, end, (row) => row % 5))),
    ],
  ],
  view: (kernel) => {
    const corpus = new Corpus(kernel.context<CorpusState>());
    return {
      scores: () => {
        const { columns, done } = corpus.numbers;
        const counts = [...(columns.matches ?? [])].slice(0, done);
        assert.deepEqual(
          counts,
          rows(0, done, (row) => row % 5),
        );
        assert.deepEqual(
          [...(columns.shortfall ?? [])].slice(0, done),
          rows(0, done, (row) => (row % 100) * (1 - score(row))),
        );
        assert.equal(corpus.table.size, done);
        return [...(columns.score ?? [])].slice(0, done);
      },
      running: () => corpus.progress.running,
    };
  },
};

const known = (done: number, running: boolean): object => ({
  systems: [],
  notes: [],
  done,
  running,
});

const COMPARE: Kind = {
  name: "CompareView",
  state: (size) => ({
    ...TABLE,
    about: { size, references: 1, systems: ["one", "other"], ...ALONE },
    left: "one",
    right: "other",
    comparison: known(0, true),
  }),
  block: (start, end) => [
    {},
    [1, 2].flatMap((system) => [
      view(Float64Array.from(rows(start, end, (row) => system * score(row)))),
      view(Int32Array.from(rows(start, end, (row) => row))),
      view(Int32Array.from(rows(start, end, () => 0))),
    ]),
  ],
  view: (kernel) => {
    const comparison = new Comparison(kernel.context<CompareState>());
    return {
      scores: () => {
        const { columns, loaded } = comparison;
        const difference = [...(columns.difference ?? [])].slice(0, loaded);
        assert.deepEqual(
          difference,
          rows(0, loaded, (row) => 2 * score(row) - score(row)),
        );
        assert.deepEqual(
          [...(columns.shortfall ?? [])].slice(0, loaded),
          rows(0, loaded, (row) => row * (1 - 2 * score(row)) - row * (1 - score(row))),
        );
        assert.equal(comparison.table.size, loaded);
        return [...(columns.left ?? [])].slice(0, loaded);
      },
      running: () => comparison.get("comparison").running,
    };
  },
};

const KINDS = [CORPUS, COMPARE];

/** Lets all that was answered be taken. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) {
    await Promise.resolve();
  }
}

/** Whether a view has the first segments, all of them and no other. */
function assertHas(taken: Taken, count: number): void {
  assert.deepEqual(taken.scores(), rows(0, count, score));
}

for (const kind of KINDS) {
  test(`${kind.name}: blocks that overlap lose no row`, async () => {
    const kernel = new Kernel(kind, 529);
    const taken = kind.view(kernel);
    await settled();
    kernel.done = 256;
    kernel.send(kernel.message(0, 256));
    kernel.done = 482;
    kernel.send(kernel.message(100, 482)); // begins before what is here ends
    assertHas(taken, 482);
    kernel.done = 529;
    kernel.running = false;
    kernel.send(kernel.message(256, 529));
    assertHas(taken, 529);
    if (kind !== COMPARE) {
      assert.equal(taken.running(), false);
    }
    assert.deepEqual(kernel.asked, [0]);
  });

  test(`${kind.name}: what comes twice changes nothing`, async () => {
    const kernel = new Kernel(kind, 300);
    const taken = kind.view(kernel);
    await settled();
    kernel.done = 300;
    const [first, second] = [kernel.message(0, 180), kernel.message(180, 300)];
    for (const message of [first, first, second, first, second]) {
      kernel.send(message);
    }
    assertHas(taken, 300);
  });

  test(`${kind.name}: what is out of order or lost is asked for`, async () => {
    const kernel = new Kernel(kind, 500);
    const taken = kind.view(kernel);
    await settled();
    kernel.done = 500;
    const [first, lost, last] = [
      kernel.message(0, 100),
      kernel.message(100, 300),
      kernel.message(300, 500),
    ];
    kernel.send(last);
    assertHas(taken, 0);
    kernel.send(first);
    assertHas(taken, 100);
    await settled();
    assertHas(taken, 500);
    kernel.send(lost); // it was only late
    assertHas(taken, 500);
  });

  test(`${kind.name}: a gap is filled though an older answer is under way`, async () => {
    const kernel = new Kernel(kind, 529);
    kernel.done = 128;
    kernel.slow = true;
    const taken = kind.view(kernel);
    const older = kernel.asked.length;
    assert.equal(older, 1);
    kernel.done = 529;
    kernel.running = false;
    kernel.send(kernel.message(482, 529)); // the last that Python says by itself
    kernel.slow = false;
    await kernel.deliver();
    await settled();
    assertHas(taken, 529);
    if (kind !== COMPARE) {
      assert.equal(taken.running(), false, "the older answer does not bring back what was");
    }
  });

  test(`${kind.name}: a view that is opened in the middle has all`, async () => {
    const kernel = new Kernel(kind, 700);
    kernel.done = 450;
    const taken = kind.view(kernel);
    kernel.done = 600;
    kernel.send(kernel.message(450, 600));
    await settled();
    assertHas(taken, 600);
    kernel.done = 700;
    kernel.send(kernel.message(600, 700));
    assertHas(taken, 700);
  });

  test(`${kind.name}: scoring that was stopped and goes on is followed`, async () => {
    const kernel = new Kernel(kind, 400);
    const taken = kind.view(kernel);
    await settled();
    kernel.done = 200;
    const late = kernel.message(150, 200);
    kernel.running = false;
    kernel.send(kernel.message(0, 200));
    kernel.send(late); // made before it was stopped
    assertHas(taken, 200);
    if (kind !== COMPARE) {
      assert.equal(taken.running(), false);
    }
    kernel.running = true;
    kernel.send(kernel.message(200, 200)); // of no row: it goes on
    if (kind !== COMPARE) {
      assert.equal(taken.running(), true);
    }
    kernel.done = 400;
    kernel.send(kernel.message(200, 400));
    assertHas(taken, 400);
  });

  test(`${kind.name}: any stream ends with every row`, async () => {
    let seed = 7;
    const random = (below: number): number => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return Math.floor((seed / 2147483648) * below);
    };
    for (let round = 0; round < 60; round++) {
      const size = 1 + random(900);
      const kernel = new Kernel(kind, size);
      kernel.done = random(size);
      kernel.slow = random(2) === 0;
      const taken = kind.view(kernel);
      const late: [object, DataView[]][] = [];
      while (kernel.done < size) {
        const start = random(kernel.done + 1);
        kernel.done = Math.min(size, kernel.done + 1 + random(200));
        late.push(kernel.message(start, kernel.done));
        if (random(3) > 0) {
          kernel.send(late.splice(random(late.length), 1)[0] as [object, DataView[]]);
        }
        if (random(4) === 0) {
          await kernel.deliver();
        }
      }
      kernel.running = false;
      late.push(kernel.message(size, size));
      while (late.length > 0) {
        kernel.send(late.splice(random(late.length), 1)[0] as [object, DataView[]]);
      }
      if (kind === COMPARE) {
        kernel.set("comparison", known(size, false));
      }
      kernel.slow = false;
      await kernel.deliver();
      await settled();
      assertHas(taken, size);
      assert.equal(taken.running(), false, `round ${round}`);
    }
  });
}

test("CompareView: what is told as scored is asked for, during an older answer as well", async () => {
  const kernel = new Kernel(COMPARE, 529);
  kernel.done = 482;
  kernel.slow = true;
  const taken = COMPARE.view(kernel);
  kernel.done = 529;
  kernel.set("comparison", known(529, false));
  kernel.slow = false;
  await kernel.deliver();
  await settled();
  assertHas(taken, 529);
});
