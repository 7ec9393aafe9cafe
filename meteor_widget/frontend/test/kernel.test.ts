/** A kernel that goes, and comes back: what is asked of it, and what a part of a view shows. */

import assert from "node:assert/strict";
import { setMaxListeners } from "node:events";
import { test } from "node:test";
import { type Channel, Kernel, KernelGoneError } from "../src/host/kernel";
import { AnsweredPart } from "../src/segments/answered_part";

type Callback = Parameters<Channel["on"]>[1];

/** What a kernel's messages to all are given to. */
type Reader = (sender: unknown, message: { readonly content: object }) => void;

/** A widget's model and its element, as a host has them. */
class Host {
  readonly sent: { readonly id: string; readonly name: string }[] = [];
  readonly controller = new AbortController();
  readonly kernel: Kernel;
  disconnected = false;
  /** Whether messages can be sent no more, though nobody has said so. */
  broken = false;
  readonly #callbacks = new Map<string, Callback>();
  readonly #events = new Map<string, () => void>();
  readonly #slots = new Set<(sender: unknown, status: string) => void>();
  readonly #ends = new Set<(sender: unknown, said: undefined) => void>();
  readonly #readers = new Set<Reader>();

  constructor(disconnected = false) {
    this.disconnected = disconnected;
    const { signal } = this.controller;
    setMaxListeners(0, signal);
    const element = {
      closest: () => (this.disconnected ? {} : null),
      addEventListener: (event: string, come: () => void) => this.#events.set(event, come),
    } as unknown as HTMLElement;
    const channel: Channel = {
      widget_manager: {
        kernel: {
          statusChanged: {
            connect: (slot) => this.#slots.add(slot),
            disconnect: (slot) => this.#slots.delete(slot),
          },
          disposed: {
            connect: (slot) => this.#ends.add(slot),
            disconnect: (slot) => this.#ends.delete(slot),
          },
          iopubMessage: {
            connect: (reader) => this.#readers.add(reader),
            disconnect: (reader) => this.#readers.delete(reader),
          },
        },
      },
      send: (content) => {
        if (this.broken) {
          throw new Error("Cannot send");
        }
        this.sent.push(content as Host["sent"][number]);
      },
      on: (event, callback) => this.#callbacks.set(event, callback),
      off: (event) => this.#callbacks.delete(event),
    };
    this.kernel = new Kernel(channel, element, signal);
  }

  answer(place: number, result: unknown): void {
    const { id } = this.sent[place] as Host["sent"][number];
    this.#callbacks.get("msg:custom")?.({ type: "answer", id, result }, []);
  }

  /** What the host's own kernel says of itself. */
  say(status: string): void {
    for (const slot of this.#slots) {
      slot(this, status);
    }
  }

  /** What the kernel sends to all its clients. */
  publish(content: object): void {
    for (const read of this.#readers) {
      read(this, { content });
    }
  }

  /** The host throws its kernel away. */
  dispose(): void {
    for (const slot of this.#ends) {
      slot(this, undefined);
    }
  }

  /** Somebody comes to the view: "pointerenter", "focusin". */
  come(event: string): void {
    this.#events.get(event)?.();
  }

  connect(connected: boolean): void {
    this.disconnected = !connected;
    this.#callbacks.get("comm_live_update")?.({}, []);
  }
}

/** Lets promises be followed. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) {
    await Promise.resolve();
  }
}

test("requests are answered by their names, in any order", async () => {
  const { kernel, sent, answer } = bound(new Host());
  const [one, other] = [kernel.request("one"), kernel.request("other")];
  answer(1, 2);
  answer(0, 1);
  assert.deepEqual([(await one).result, (await other).result], [1, 2]);
  assert.deepEqual(
    sent.map(({ name }) => name),
    ["one", "other"],
  );
});

function bound(host: Host): Pick<Host, "kernel" | "sent"> & { answer: Host["answer"] } {
  return { kernel: host.kernel, sent: host.sent, answer: host.answer.bind(host) };
}

test("when the kernel goes, what is open fails, and what is asked then fails at once", async () => {
  const host = new Host();
  let changes = 0;
  host.kernel.onChange(() => {
    changes += 1;
  });
  const open = host.kernel.request("picture");
  host.connect(false);
  await assert.rejects(open, KernelGoneError);
  await assert.rejects(host.kernel.request("picture"), /run the cell again/);
  assert.equal(host.sent.length, 1);
  assert.deepEqual([host.kernel.gone, changes], [true, 1]);
  host.connect(true);
  assert.deepEqual([host.kernel.gone, changes], [false, 2]);
  const again = host.kernel.request("picture");
  host.answer(1, "here");
  assert.equal((await again).result, "here");
});

test("a host that does not tell is found out by a message, and by a look", async () => {
  const host = new Host();
  host.broken = true;
  assert.equal(host.kernel.gone, false);
  await assert.rejects(host.kernel.request("picture"), KernelGoneError);
  assert.equal(host.kernel.gone, true);
  const other = new Host();
  other.broken = true;
  other.kernel.probe();
  assert.equal(other.kernel.gone, true);
});

test("what comes before an answer is acknowledged once for each answer that is expected", () => {
  const host = new Host();
  const [busy, idle] = [{ execution_state: "busy" }, { execution_state: "idle" }];
  const [echo, update] = ["echo_update", "update"].map((method) => ({ data: { method } }));
  host.publish(busy);
  host.kernel.expect();
  assert.equal(host.sent.length, 0);
  // The second and third time with the acknowledgements themselves.
  for (const content of [busy, echo, update, idle, busy, idle, busy, idle]) {
    host.publish(content as object);
  }
  assert.deepEqual(host.sent, [{ type: "probe" }, { type: "probe" }]);
  void host.kernel.request("picture").catch(() => {});
  host.publish(busy);
  assert.equal(host.sent.length, 4);
  host.controller.abort();
  host.publish(echo as object);
  assert.equal(host.sent.length, 4);
});

test("a kernel that is restarted is looked for, and when a person enters the view", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  for (const status of ["restarting", "autorestarting", "terminating", "dead"]) {
    const host = new Host();
    host.say("busy");
    host.say("idle");
    t.mock.timers.tick(1);
    assert.equal(host.sent.length, 0, "it is asked nothing while it works");
    host.broken = true;
    host.say(status);
    t.mock.timers.tick(1);
    assert.equal(host.kernel.gone, true, status);
  }
  const shut = new Host();
  shut.broken = true;
  shut.dispose();
  t.mock.timers.tick(1);
  assert.equal(shut.kernel.gone, true);
  for (const event of ["pointerenter", "focusin"]) {
    const host = new Host();
    host.broken = true;
    host.come(event);
    assert.equal(host.kernel.gone, true, event);
  }
});

test("a view that a host has restored without a kernel knows it from the start", () => {
  assert.equal(new Host(true).kernel.gone, true);
});

test("a view that is closed waits for nothing", async () => {
  const host = new Host();
  const open = host.kernel.request("picture");
  host.controller.abort();
  await assert.rejects(open, /closed/);
});

/** A part that shows which segment it was answered about. */
function part(host: Host): { choose: (segment: number) => void; shown: () => string } {
  let [chosen, heading, body, dimmed] = [0, "", "", false];
  const classList = {
    add: () => {
      dimmed = true;
    },
    remove: () => {
      dimmed = false;
    },
  };
  const { kernel } = host;
  const context = {
    get live() {
      return !kernel.gone;
    },
    onLive: (callback: () => void) => kernel.onChange(callback),
  };
  const answered = new AnsweredPart<string>({ classList } as unknown as HTMLElement, context, {
    wanted: () => String(chosen),
    ask: async () => String((await kernel.request(`${chosen}`)).result),
    show: (value) => {
      [heading, body] = [`${chosen}`, value];
    },
    instead: (words) => {
      [heading, body] = [`${chosen}`, words];
    },
  });
  return {
    choose: (segment) => {
      chosen = segment;
      answered.update();
    },
    shown: () => `${heading}: ${body}${dimmed ? " (dimmed)" : ""}`,
  };
}

test("heading and picture are always of one segment", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const host = new Host();
  const { choose, shown } = part(host);
  choose(4);
  host.answer(0, "alignment of 4");
  await settled();
  assert.equal(shown(), "4: alignment of 4");
  choose(6);
  assert.equal(shown(), "4: alignment of 4 (dimmed)");
  t.mock.timers.tick(1000);
  assert.equal(shown(), "6: Waiting for the kernel …");
  choose(7); // while the kernel is still at 6
  assert.equal(shown(), "7: Waiting for the kernel …");
  host.answer(1, "alignment of 6");
  await settled();
  assert.equal(shown(), "7: Waiting for the kernel … (dimmed)");
  host.answer(2, "alignment of 7");
  await settled();
  assert.equal(shown(), "7: alignment of 7");
});

test("without its kernel a part shows words, and keeps what it knows", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const host = new Host();
  const { choose, shown } = part(host);
  choose(4);
  host.answer(0, "alignment of 4");
  await settled();
  host.connect(false);
  choose(4);
  await settled();
  assert.equal(shown(), "4: alignment of 4");
  choose(6);
  await settled();
  assert.equal(shown(), "6: The kernel of this view is gone; run the cell again.");
  host.connect(true);
  host.answer(1, "alignment of 6");
  await settled();
  assert.equal(shown(), "6: alignment of 6");
});

test("what was passed quickly is never asked for", async () => {
  const host = new Host();
  const { choose, shown } = part(host);
  for (const segment of [1, 2, 3, 4]) {
    choose(segment);
  }
  host.answer(0, "alignment of 1");
  await settled();
  host.answer(1, "alignment of 4");
  await settled();
  assert.equal(shown(), "4: alignment of 4");
  assert.deepEqual(
    host.sent.map(({ name }) => name),
    ["1", "4"],
  );
});
