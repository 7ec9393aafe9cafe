import assert from "node:assert/strict";
import { test } from "node:test";
import cases from "../../../tests/widget/signature_cases.json";
import { difference } from "../src/controls/text_area";
import { scoringWork } from "../src/segments/progress";
import { comesWithProofs, proofInWords } from "../src/segments/wording";
import { type Clock, Drafts, Sender } from "../src/views/alignment/sender";
import { type Model, parametersOf, shownOf } from "../src/views/alignment/state";
import { printed } from "./signatures";

/** Time that passes when it is told to. */
class Hourglass implements Clock {
  #time = 0;
  #waiting: { at: number; callback: () => void }[] = [];

  now(): number {
    return this.#time;
  }

  after(milliseconds: number, callback: () => void): () => void {
    const entry = { at: this.#time + milliseconds, callback };
    this.#waiting.push(entry);
    return () => {
      this.#waiting = this.#waiting.filter((other) => other !== entry);
    };
  }

  pass(milliseconds: number): void {
    const end = this.#time + milliseconds;
    for (;;) {
      const [next] = this.#waiting.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
      if (next === undefined) {
        break;
      }
      this.#waiting = this.#waiting.filter((other) => other !== next);
      this.#time = next.at;
      next.callback();
    }
    this.#time = end;
  }
}

function setting(): { clock: Hourglass; sent: number[]; sender: Sender; end: AbortController } {
  const clock = new Hourglass();
  const sent: number[] = [];
  const end = new AbortController();
  const sender = new Sender(() => sent.push(clock.now()), end.signal, clock);
  return { clock, sent, sender, end };
}

/** A model as a notebook has it; `echo` is what comes from the kernel. */
class HostModel {
  readonly sent: object[] = [];
  #state: Record<string, string | null> = { text: "a", alpha: null };
  #unsent: object = {};

  get(key: string): string | null {
    return this.#state[key] ?? null;
  }

  set(key: string, value: string | null): void {
    this.echo({ [key]: value });
    this.#unsent = { ...this.#unsent, [key]: value };
  }

  echo(state: Record<string, string | null>): void {
    this.#state = { ...this.#state, ...state };
  }

  on(): void {}

  off(): void {}

  save_changes(): void {
    this.sent.push(this.#unsent);
    this.#unsent = {};
  }
}

test("an echo of an old message does not undo what was typed since", () => {
  const host = new HostModel();
  const drafts = new Drafts<Record<string, string | null>>(host);
  drafts.set("text", "ab");
  drafts.save_changes();
  drafts.set("text", "abc");
  host.echo({ text: "ab" });
  assert.equal(drafts.get("text"), "abc");
  drafts.save_changes();
  assert.deepEqual(host.sent, [{ text: "ab" }, { text: "abc" }]);
  host.echo({ text: "from Python" });
  assert.equal(drafts.get("text"), "from Python");
});

test("null is a draft like any other", () => {
  const host = new HostModel();
  const drafts = new Drafts<Record<string, string | null>>(host);
  host.echo({ alpha: "0.5" });
  drafts.set("alpha", null);
  assert.equal(drafts.get("alpha"), null);
});

test("the first change is sent at once", () => {
  const { sent, sender } = setting();
  sender.changed();
  assert.deepEqual(sent, [0]);
});

test("what changes while a message is unanswered goes in one", () => {
  const { clock, sent, sender } = setting();
  for (let key = 0; key < 100; key += 1) {
    sender.changed();
    clock.pass(30);
  }
  assert.deepEqual(sent, [0]);
  sender.answered();
  assert.deepEqual(sent, [0, 3000]);
  sender.answered();
  clock.pass(1000);
  assert.deepEqual(sent, [0, 3000]);
});

test("a quick kernel gets twenty messages a second at most, the last change included", () => {
  const { clock, sent, sender } = setting();
  for (let frame = 0; frame < 60; frame += 1) {
    sender.changed();
    clock.pass(16);
    sender.answered();
  }
  const last = clock.now() - 16;
  clock.pass(100);
  assert.ok(sent.length <= 21 && sent.length >= 15, String(sent.length));
  assert.ok((sent.at(-1) ?? 0) >= last);
  sent.slice(1).forEach((time, index) => {
    assert.ok(time - (sent[index] ?? 0) >= 50);
  });
});

test("lateness is told, and taken back by the answer", () => {
  const { clock, sender } = setting();
  const told: boolean[] = [];
  sender.onLate = (late) => told.push(late);
  sender.changed();
  clock.pass(399);
  assert.deepEqual(told, []);
  clock.pass(1);
  assert.deepEqual(told, [true]);
  sender.answered();
  assert.deepEqual(told, [true, false]);
});

test("a lost answer does not block for ever", () => {
  const { clock, sent, sender } = setting();
  sender.changed();
  sender.changed();
  clock.pass(60_000);
  assert.equal(sent.length, 2);
});

test("what was never answered stays late, until something is", () => {
  const { clock, sender } = setting();
  const told: boolean[] = [];
  sender.onLate = (late) => told.push(late);
  sender.changed();
  clock.pass(60_000);
  assert.deepEqual(told, [true]);
  sender.answered();
  assert.deepEqual(told, [true, false]);
});

test("where nobody can answer, nothing is waited for and nothing sent", () => {
  const { clock, sent, sender } = setting();
  const told: boolean[] = [];
  sender.onLate = (late) => told.push(late);
  sender.changed();
  sender.changed();
  clock.pass(500);
  sender.giveUp();
  clock.pass(60_000);
  assert.deepEqual([sent.length, told], [1, [true, false]]);
});

test("nothing is sent when the view is gone", () => {
  const { clock, sent, sender, end } = setting();
  sender.changed();
  sender.answered();
  sender.changed();
  end.abort();
  clock.pass(60_000);
  assert.deepEqual(sent, [0]);
});

test("only what differs is retyped, and no character is torn", () => {
  for (const [before, after] of [
    ["We danced joy", "We danced with joy"],
    ["We very danced", "We danced"],
    ["a😀b", "a😁b"],
    ["aaa", "aa"],
    ["", "new"],
    ["same", "same"],
    ["e\u0301", "e\u0300"],
  ] as const) {
    const { start, end, middle } = difference(before, after);
    assert.equal(before.slice(0, start) + middle + before.slice(end), after);
    assert.doesNotThrow(() => encodeURIComponent(middle));
    assert.doesNotThrow(() => encodeURIComponent(before.slice(start, end)));
  }
  assert.deepEqual(difference("We danced joy", "We danced with joy"), {
    start: 10,
    end: 10,
    middle: "with ",
  });
});

const NUMBERS = { alpha: 0.85, beta: 0.2, gamma: 0.6, delta: 0.75, waive_perfect: true };
const STAGES = ["exact", "stem", "synonym", "paraphrase"];

function modelOf(traits: Record<string, unknown>): Model {
  const state: Record<string, unknown> = {
    alignments: [],
    effective: {
      stages: STAGES,
      parameters: { ...NUMBERS, delta: 0.3, weights: [1, 1, 1, 1] },
      inherited: { ...NUMBERS, weights: [1, 0.6, 0.8, 0.6] },
      delta_possible: true,
    },
    ...traits,
  };
  return { get: (key: string) => state[key] ?? null } as unknown as Model;
}

test("what is not chosen is as the variant has it for the language and the task", () => {
  const chosen = parametersOf(modelOf({ alpha: 0.5 }));
  assert.deepEqual(chosen.weights, [1, 0.6, 0.8, 0.6]);
  assert.equal(chosen.delta, 0.75);
  assert.equal(chosen.alpha, 0.5);
  const weights = [1, 1, 1, 0.2];
  assert.deepEqual(parametersOf(modelOf({ weights })).weights, weights);
  assert.deepEqual(parametersOf(modelOf({ weights: [1] })).weights, [1, 0.6, 0.8, 0.6]);
});

test("nothing is shown before anything was scored", () => {
  assert.equal(shownOf(modelOf({ effective: {} })), undefined);
});

test("proofs are told in the words of the core", () => {
  for (const { alignment, said } of cases.proofs) {
    assert.equal(proofInWords(alignment as Parameters<typeof proofInWords>[0]), said);
  }
  assert.equal(comesWithProofs(printed({ align: "beam", beam_width: 40 })), false);
  assert.equal(comesWithProofs(printed({ align: "greedy" })), true);
});

test("what comes before the first segment is told in its place", () => {
  const preparing = "compiling METEOR's paraphrases, once: 34 %";
  assert.equal(scoringWork(0, 9, { running: true, error: null, preparing })?.place, preparing);
  const later = scoringWork(0, 9, { running: true, error: null, preparing: "" });
  assert.equal(later?.place, "0 of 9 segments scored");
});
