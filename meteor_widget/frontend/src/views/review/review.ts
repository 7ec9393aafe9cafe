/**
 * A review as its view knows it: numbers as they come in, and the traits that choose among them.
 *
 * Everything a person does sets a trait, here or in Python; everything drawn follows from the
 * traits and the numbers, once a frame.
 */

import { oncePerFrame } from "../../controls/frames";
import type { Alignment, Measures } from "../../format";
import { type Context, onChange } from "../../host/model";
import { type Predicate, TableModel } from "../../table/table_model";
import type { EditedSegment, EditKind } from "./edits";
import { type Block, type Extent, type Order, ReviewNumbers, SORTING } from "./numbers";

/** The widget's traits; meteor_widget/review_view.py documents them. */
export interface State {
  readonly about: { readonly size: number; readonly signature: string; readonly sources: boolean };
  selected: number | null;
  order: Order;
  show: Extent | "all";
  containing: EditKind | "";
  search: string;
  rewritten_from: number;
  show_alignment: boolean;
}

/** A segment's alignment, or why there is none. */
export interface Picture {
  readonly alignment?: Alignment;
  readonly too_long?: readonly number[];
}

export class Review {
  readonly context: Context<State>;
  readonly about: State["about"];
  readonly numbers: ReviewNumbers;
  readonly table: TableModel;
  /** The last block that came in: how far the scoring is, and the score. */
  progress: Pick<Block, "running" | "error"> = { running: true, error: null };
  total: Measures | null = null;
  /** How many segments the page carries, where it does not carry all. */
  carried: number | null = null;
  /** Called after every change, once a frame. */
  onUpdate: () => void = () => {};
  /** Called with what went wrong, for people. */
  onError: (error: unknown) => void = () => {};
  readonly #changed: () => void;

  constructor(context: Context<State>) {
    this.context = context;
    this.#changed = oncePerFrame(() => this.onUpdate(), context.signal);
    this.about = context.model.get("about");
    this.numbers = new ReviewNumbers(this.about.size);
    this.table = new TableModel(this.numbers.columns, 0);
    onChange(context, ["rewritten_from", "order", "show", "containing"], () => this.#arrange());
    onChange(context, ["search"], () => void this.#search());
    onChange(context, ["selected", "show_alignment"], () => this.#changed());
    this.#listen();
    void this.#load();
  }

  get<Key extends keyof State & string>(key: Key): State[Key] {
    return this.context.model.get(key);
  }

  set<Key extends keyof State & string>(key: Key, value: State[Key]): void {
    this.context.model.set(key, value);
    this.context.model.save_changes();
  }

  /** The segment to be shown in full; by default the first that is listed, once that is known. */
  get selected(): number | null {
    const first = this.progress.running ? null : (this.table.order[0] ?? null);
    return this.get("selected") ?? first;
  }

  /** Texts and edits of segments, as the table shows them: long texts are cut. */
  async segments(rows: readonly number[]): Promise<readonly EditedSegment[]> {
    return this.#ask("segments", { segments: rows });
  }

  /** Texts and edits of a segment, whole; undefined where the page does not carry it. */
  async segment(row: number): Promise<EditedSegment | undefined> {
    const [found] = await this.#ask<EditedSegment>("segment", { segment: row });
    return found ?? undefined;
  }

  async picture(row: number): Promise<Picture | undefined> {
    const [found] = await this.#ask<Picture>("picture", { segment: row });
    return found ?? undefined;
  }

  async #ask<Result>(name: string, parameters: object): Promise<readonly Result[]> {
    const { buffers } = await this.context.request(name, parameters);
    return JSON.parse(new TextDecoder().decode(buffers[0]));
  }

  /** Sorts and filters anew. */
  #arrange(): void {
    const [show, containing] = [this.get("show"), this.get("containing")];
    this.numbers.rank(this.get("rewritten_from"));
    this.table.filterAll({
      show: show === "all" ? null : (row) => this.numbers.extent(row) === show,
      containing: containing === "" ? null : (row) => this.numbers.contains(row, containing),
    });
    this.table.sort(SORTING[this.get("order")]);
    this.#changed();
  }

  async #search(): Promise<void> {
    const text = this.get("search");
    try {
      const predicate = text === "" ? null : await this.#found(text);
      if (text === this.get("search")) {
        this.table.filter("search", predicate);
        this.#changed();
      }
    } catch (error) {
      this.onError(error);
    }
  }

  async #found(text: string): Promise<Predicate> {
    const { buffers } = await this.context.request("search", { text });
    const members = new Set<number>();
    const [view] = buffers;
    for (let at = 0; view !== undefined && at < view.byteLength; at += 4) {
      members.add(view.getUint32(at, true));
    }
    return (row) => members.has(row);
  }

  #listen(): void {
    const { model, signal } = this.context;
    const receive = (message: { readonly type?: string } & Block, buffers: DataView[]): void => {
      if (message?.type === "columns") {
        this.#take(message, buffers);
        if (message.start > this.numbers.done) {
          void this.#load();
        }
      }
    };
    model.on("msg:custom", receive);
    signal.addEventListener("abort", () => model.off("msg:custom", receive));
  }

  /** Asks for what was scored before this view was there, or was missed. */
  async #load(): Promise<void> {
    try {
      let block: Block;
      do {
        const start = this.numbers.done;
        const { result, buffers } = await this.context.request("columns", { start });
        block = result as Block;
        this.#take(block, buffers);
      } while (this.numbers.done < block.done && block.end > block.start);
      if (this.get("search") !== "") {
        void this.#search();
      }
    } catch (error) {
      this.onError(error);
    }
  }

  #take(block: Block, buffers: readonly DataView[]): void {
    this.numbers.receive(block, buffers);
    this.progress = block;
    this.total = block.total;
    if (block.carried) {
      const carried = new Set(block.carried);
      this.carried = carried.size;
      this.table.filter("carried", (row) => carried.has(row));
    }
    this.table.replace(this.numbers.columns, this.numbers.done);
    this.#arrange();
  }
}
