/** A review as its view knows it: numbers as they come in, and the traits that choose among them. */

import type { Alignment } from "../../format";
import { jsonFrom } from "../../host/bytes";
import { ColumnStream } from "../../host/columns";
import { type Context, onChange } from "../../host/model";
import { TextSearch } from "../../segments/text_search";
import { ViewState } from "../../segments/view_state";
import { TableModel } from "../../table/table_model";
import type { EditedSegment, EditKind } from "./edits";
import { type Block, type Extent, type Order, ReviewNumbers, SORTING } from "./numbers";

/** The widget's traits; meteor_widget/review/view.py documents them. */
export interface State {
  readonly about: { readonly size: number; readonly signature: string; readonly sources: boolean };
  selected: number | null;
  order: Order;
  show: Extent | "all";
  containing: EditKind | "";
  find: string;
  rewritten_from: number;
  show_alignment: boolean;
}

/** A segment's alignment, or why there is none. */
export interface Picture {
  readonly alignment?: Alignment;
  readonly too_long?: readonly number[];
  /** Why the segment cannot be scored. */
  readonly problem?: string;
}

export class Review extends ViewState<State> {
  readonly about: State["about"];
  readonly numbers: ReviewNumbers;
  readonly table: TableModel;
  /** The last block that came in: how far the scoring is, and the score. */
  progress: Pick<Block, "running" | "error" | "preparing"> = { running: true, error: null };
  total: Block["total"] | null = null;
  /** How many segments the page carries, where it does not carry all. */
  carried: number | null = null;
  readonly #stream: ColumnStream<Block>;
  readonly #search: TextSearch<State>;

  constructor(context: Context<State>) {
    super(context);
    this.about = context.model.get("about");
    this.numbers = new ReviewNumbers(this.about.size);
    this.table = new TableModel(this.numbers.columns, 0);
    this.#search = new TextSearch(this, this.table, () => this.changed());
    onChange(context, ["rewritten_from", "order", "show", "containing"], () => this.#arrange());
    onChange(context, ["find"], () => void this.#search.run());
    onChange(context, ["selected", "show_alignment"], () => this.changed());
    this.#stream = new ColumnStream<Block>(context, {
      here: () => this.numbers.done,
      fill: (block, buffers) => this.#fill(block, buffers),
      hear: (block) => this.#hear(block),
      onError: (error) => this.onError(error),
    });
    void this.load();
  }

  /** Asks for what is known by now. */
  load(): Promise<void> {
    return this.#stream.load();
  }

  /** The segment to be shown in full; by default the first that is listed, once that is known. */
  get selected(): number | null {
    const first = this.progress.running ? null : (this.table.order[0] ?? null);
    return this.get("selected") ?? first;
  }

  /** Texts and edits of segments, as the table shows them: long texts are cut. */
  async segments(segments: readonly number[]): Promise<readonly EditedSegment[]> {
    return jsonFrom(await this.context.request("segments", { segments }));
  }

  /** Texts and edits of a segment, whole; null where the page does not carry it. */
  async segment(segment: number): Promise<EditedSegment | null> {
    return jsonFrom(await this.context.request("segment", { segment }));
  }

  async picture(segment: number): Promise<Picture | null> {
    return jsonFrom(await this.context.request("picture", { segment }));
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
    this.changed();
  }

  #fill(block: Block, buffers: readonly DataView[]): void {
    this.numbers.receive(block, buffers);
    this.total = block.total;
    if (block.carried) {
      const carried = new Set(block.carried);
      this.carried = carried.size;
      this.table.filter("carried", (row) => carried.has(row));
    }
    this.table.replace(this.numbers.columns, this.numbers.done);
    this.#arrange();
  }

  #hear(block: Block): void {
    this.progress = block;
    this.changed();
    if (!block.running) {
      void this.#search.runAgain();
    }
  }
}
