/**
 * A model in which a change is there at once and goes to the kernel later. Until it is sent it is
 * kept beside the host's model: hosts take over echoes of older messages, which would otherwise
 * put an old text in place of a newer one.
 */

import type { Model } from "../../host/model";

export class Drafts<State extends object> implements Model<State> {
  readonly on: Model<State>["on"];
  readonly off: Model<State>["off"];
  readonly #model: Model<State>;
  #drafts: Partial<State> = {};

  constructor(model: Model<State>) {
    this.#model = model;
    this.on = model.on.bind(model);
    this.off = model.off.bind(model);
  }

  get<Key extends keyof State & string>(key: Key): State[Key] {
    // Null is a value of its own, so it is asked whether there is a draft, not what it is.
    return key in this.#drafts ? (this.#drafts[key] as State[Key]) : this.#model.get(key);
  }

  set<Key extends keyof State & string>(key: Key, value: State[Key]): void {
    this.#drafts = { ...this.#drafts, [key]: value };
  }

  /** Sends the drafts, all in one message. */
  save_changes(): void {
    for (const [key, value] of Object.entries(this.#drafts)) {
      this.#model.set(key as keyof State & string, value as State[keyof State & string]);
    }
    this.#drafts = {};
    this.#model.save_changes();
  }
}
