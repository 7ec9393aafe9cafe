/**
 * A table of which only the rows in sight are in the document, so that a hundred thousand scroll
 * like ten.
 *
 * For the keyboard it is one stop, and its header another: arrows, Page Up and Down, Home and End
 * move the selected row, Enter activates it; in the header, arrows go from column to column and
 * Enter or Space sorts. The selected row stays selected when it is sorted or filtered away.
 */

import { html } from "../dom";
import { PageCache } from "./page_cache";
import type { Sorting, TableModel } from "./table_model";

/** Height of a row of one line in pixels. */
const ROW_HEIGHT = 28;
/** Of each line where rows have several, and the padding above and below them; as in table.css. */
const LINE_HEIGHT = 20;
const AROUND_LINES = 9;

/** Rows beyond the edges whose texts are fetched before they are in sight. */
const AHEAD = 40;

/** A column on the screen. */
export interface TableColumn<Text> {
  /** Of the model's column by which it sorts; unique. */
  readonly name: string;
  readonly title: string;
  /** For people who do not know what the title means. */
  readonly description?: string;
  /** A track of a CSS grid, with a definite least width: "5rem", "minmax(12rem, 1fr)". */
  readonly width: string;
  readonly kind: "number" | "text";
  /** Whether its header sorts. */
  readonly sortable: boolean;
  /** Whether a first click at its header sorts the greatest to the top. */
  readonly greatestFirst?: boolean;
  /** What a cell shows. `text` is undefined until it has arrived. */
  readonly cell: (row: number, text: Text | undefined) => string | Node;
  /** A share from 0 to 1 that is drawn faintly behind a number. */
  readonly bar?: (row: number) => number;
}

export interface TableOptions<Text> {
  /** For screen readers. */
  readonly label: string;
  readonly columns: readonly TableColumn<Text>[];
  readonly model: TableModel;
  /** Gives what the rows show beyond numbers, in the order asked. */
  readonly fetch: (rows: readonly number[]) => Promise<readonly Text[]>;
  /** Shown where no row is. */
  readonly nothing: string;
  /** Over how many lines texts go on; by default one. */
  readonly lines?: number;
  /** Whether no row will come, so that the table needs no room; by default as the model says. */
  readonly isEmptied?: () => boolean;
}

/** A row's elements, used again for other rows. */
interface Slot {
  readonly element: HTMLElement;
  readonly cells: readonly HTMLElement[];
  position: number;
  row: number;
  version: number;
  complete: boolean;
}

export class WindowedTable<Text> {
  /** Called when a person selects a row. */
  onSelect: (row: number) => void = () => {};
  /** Called when a person presses Enter on the selected row, or double-clicks one. */
  onActivate: (row: number) => void = () => {};
  /** Called when a person sorts by a header; the model is sorted already. */
  onSort: (sorting: Sorting) => void = () => {};
  /** Called when texts could not be fetched. */
  onError: (error: unknown) => void = () => {};

  readonly #options: TableOptions<Text>;
  readonly #signal: AbortSignal;
  readonly #grid: HTMLElement;
  readonly #head: HTMLElement;
  readonly #headers: readonly HTMLElement[];
  readonly #body = html("div", { class: "mtr-table-body", role: "rowgroup" });
  readonly #nothing: HTMLElement;
  readonly #cache: PageCache<Text>;
  readonly #rowHeight: number;
  readonly #identity = `mtr-${Math.random().toString(36).slice(2)}`;
  #slots: Slot[] = [];
  #selected: number | null = null;
  /** Whether the selected row stays in sight: until the table is sorted, which is read from the top. */
  #isFollowed = false;
  #sorting: Sorting;
  #version = 0;
  #frame = 0;

  constructor(element: HTMLElement, signal: AbortSignal, options: TableOptions<Text>) {
    this.#options = options;
    this.#sorting = options.model.sorting;
    this.#signal = signal;
    const { lines = 1 } = options;
    this.#rowHeight = lines === 1 ? ROW_HEIGHT : lines * LINE_HEIGHT + AROUND_LINES;
    this.#headers = options.columns.map(header);
    this.#head = html(
      "div",
      { class: "mtr-table-head", role: "rowgroup" },
      html("div", { class: "mtr-table-row", role: "row", "aria-rowindex": 1 }, ...this.#headers),
    );
    this.#nothing = html(
      "div",
      { class: "mtr-table-nothing", role: "row" },
      html("span", { role: "gridcell" }, options.nothing),
    );
    this.#grid = html(
      "div",
      {
        class: "mtr-table mtr-scrolls",
        role: "grid",
        tabindex: 0,
        "aria-label": options.label,
        "aria-colcount": options.columns.length,
      },
      html("div", { class: "mtr-table-sheet" }, this.#head, this.#body),
      this.#nothing,
    );
    const tracks = options.columns.map((column) => column.width).join(" ");
    this.#grid.style.setProperty("--mtr-tracks", tracks);
    this.#grid.style.setProperty("--mtr-row-height", `${this.#rowHeight}px`);
    this.#grid.style.setProperty("--mtr-lines", String(lines));
    this.#grid.classList.toggle("mtr-table-of-lines", lines > 1);
    this.#grid.querySelector("button")?.setAttribute("tabindex", "0");
    this.#cache = new PageCache(options.fetch, (error) => this.#arrived(error));
    element.append(this.#grid);
    this.#listen();
    this.refresh();
  }

  /** The selected row, shown or not. */
  get selected(): number | null {
    return this.#selected;
  }

  /** Whether the selected row is kept in sight. */
  get isFollowed(): boolean {
    return this.#isFollowed;
  }

  /**
   * Selects a row; does not call `onSelect`.
   *
   * @param follow whether it comes into sight, if the one before was out of it: not if it is the
   *     same in another place.
   */
  select(row: number | null, follow = true): void {
    this.#selected = row;
    this.#isFollowed ||= follow;
    this.#version++;
    this.#reveal();
    this.#schedule();
  }

  /** Selects the row this many below the selected one, for buttons; calls `onSelect`. */
  move(by: number): void {
    this.#go(this.#position() + by);
  }

  /** Draws anew after the model has changed: from the top, if it is sorted in another way. */
  refresh(): void {
    const { model, columns } = this.#options;
    if (!isSame(model.sorting, this.#sorting)) {
      this.#isFollowed = false;
      this.#grid.scrollTop = 0;
    }
    this.#sorting = model.sorting;
    this.#version++;
    this.#grid.setAttribute("aria-rowcount", String(model.order.length + 1));
    this.#body.style.height = `${model.order.length * this.#rowHeight}px`;
    this.#nothing.hidden = model.order.length > 0;
    const isEmptied = this.#options.isEmptied?.() ?? model.isEmptied;
    this.#grid.classList.toggle("mtr-table-emptied", isEmptied);
    this.#headers.forEach((element, index) => {
      const sorted = (columns[index] as TableColumn<Text>).name === model.sorting.column;
      const direction = model.sorting.descending ? "descending" : "ascending";
      if (element.hasAttribute("aria-sort")) {
        element.setAttribute("aria-sort", sorted ? direction : "none");
      }
    });
    this.#reveal();
    this.#schedule();
  }

  /** Fetches all texts anew, after the model has changed; those before are shown meanwhile. */
  renew(): void {
    this.#cache.renew();
    this.refresh();
  }

  #listen(): void {
    const options = { signal: this.#signal };
    this.#grid.addEventListener("scroll", () => this.#schedule(), { ...options, passive: true });
    this.#grid.addEventListener("keydown", (event) => this.#pressed(event), options);
    this.#head.addEventListener("click", (event) => this.#headClicked(event), options);
    this.#body.addEventListener("click", (event) => this.#bodyClicked(event), options);
    this.#body.addEventListener(
      "dblclick",
      () => this.#selected !== null && this.onActivate(this.#selected),
      options,
    );
    const observer = new ResizeObserver(() => this.#schedule());
    observer.observe(this.#grid);
    this.#signal.addEventListener("abort", () => {
      this.#grid.remove();
      observer.disconnect();
      cancelAnimationFrame(this.#frame);
    });
  }

  #schedule(): void {
    if (this.#frame === 0 && !this.#signal.aborted) {
      this.#frame = requestAnimationFrame(() => {
        this.#frame = 0;
        this.#draw();
      });
    }
  }

  #arrived(error?: unknown): void {
    if (this.#signal.aborted) {
      return;
    }
    if (error !== undefined) {
      this.onError(error);
      return;
    }
    this.#version++; // a text may have taken the place of an older one
    this.#schedule();
  }

  #draw(): void {
    const { order } = this.#options.model;
    const height = Math.max(0, this.#grid.clientHeight - this.#head.offsetHeight);
    const first = Math.floor(this.#grid.scrollTop / this.#rowHeight);
    const count = Math.ceil(height / this.#rowHeight) + 1;
    this.#provide(count);
    // A slot's place among its siblings is its place on the screen: screen readers go by that.
    this.#slots.forEach((slot, index) => {
      this.#place(slot, first + index, order[first + index]);
    });
    this.#announce();
    this.#want(first, count);
  }

  /** As many rows in the document as fit into the window. */
  #provide(count: number): void {
    while (this.#slots.length < count) {
      const slot = this.#newSlot();
      this.#slots.push(slot);
      this.#body.append(slot.element);
    }
  }

  #newSlot(): Slot {
    const cells = this.#options.columns.map((column, index) =>
      html("div", {
        class: `mtr-table-cell mtr-table-cell-${column.kind}`,
        role: "gridcell",
        "aria-colindex": index + 1,
        dir: column.kind === "text" ? "auto" : null,
      }),
    );
    const element = html("div", { class: "mtr-table-row", role: "row" }, ...cells);
    return { element, cells, position: -1, row: -1, version: -1, complete: false };
  }

  #place(slot: Slot, position: number, row: number | undefined): void {
    slot.element.hidden = row === undefined;
    if (row === undefined) {
      slot.row = -1;
      return;
    }
    if (slot.position !== position) {
      slot.position = position;
      slot.element.style.transform = `translateY(${position * this.#rowHeight}px)`;
      slot.element.setAttribute("aria-rowindex", String(position + 2));
    }
    const text = this.#cache.get(row);
    const complete = text !== undefined;
    if (slot.row !== row || slot.version !== this.#version || slot.complete !== complete) {
      Object.assign(slot, { row, version: this.#version, complete });
      this.#fill(slot, row, text);
    }
  }

  #fill(slot: Slot, row: number, text: Text | undefined): void {
    slot.element.id = `${this.#identity}-${row}`;
    slot.element.setAttribute("aria-selected", String(row === this.#selected));
    this.#options.columns.forEach((column, index) => {
      const cell = slot.cells[index] as HTMLElement;
      const content = column.cell(row, text);
      if (typeof content === "string") {
        cell.textContent = content;
      } else {
        cell.replaceChildren(content);
      }
      if (column.bar !== undefined) {
        cell.style.setProperty("--mtr-share", String(column.bar(row)));
      }
    });
  }

  /** Says to screen readers which row the keyboard is on. */
  #announce(): void {
    const slot = this.#slots.find(({ row }) => row !== -1 && row === this.#selected);
    if (slot === undefined) {
      this.#grid.removeAttribute("aria-activedescendant");
    } else {
      this.#grid.setAttribute("aria-activedescendant", slot.element.id);
    }
  }

  #want(first: number, count: number): void {
    const { order } = this.#options.model;
    const seen = order.subarray(first, first + count);
    const below = order.subarray(first + count, first + count + AHEAD);
    const above = order.subarray(Math.max(0, first - AHEAD), first);
    this.#cache.want([...seen, ...below, ...above]);
  }

  #position(): number {
    return this.#selected === null ? -1 : this.#options.model.positionOf(this.#selected);
  }

  #go(position: number): void {
    const { order } = this.#options.model;
    const row = order[Math.min(Math.max(position, 0), order.length - 1)];
    if (row !== undefined) {
      if (row !== this.#selected) {
        this.select(row);
      }
      this.onSelect(row); // also where it was selected for want of a choice, and is chosen now
    }
  }

  #reveal(): void {
    const position = this.#position();
    if (position === -1 || !this.#isFollowed) {
      return;
    }
    const height = this.#grid.clientHeight - this.#head.offsetHeight;
    const [top, bottom] = [position * this.#rowHeight, (position + 1) * this.#rowHeight];
    if (top < this.#grid.scrollTop) {
      this.#grid.scrollTop = top;
    } else if (bottom > this.#grid.scrollTop + height) {
      this.#grid.scrollTop = bottom - height;
    }
  }

  #pressed(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    const inHead = this.#head.contains(event.target as Node);
    if (inHead ? this.#headPressed(event.key) : this.#bodyPressed(event.key)) {
      event.preventDefault();
    }
  }

  #bodyPressed(key: string): boolean {
    const page = Math.floor(this.#grid.clientHeight / this.#rowHeight) - 2;
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: page,
      PageUp: -page,
      Home: Number.NEGATIVE_INFINITY,
      End: Number.POSITIVE_INFINITY,
    };
    const step = steps[key];
    if (step !== undefined) {
      this.#go(Math.max(this.#position(), step > 0 ? -1 : 0) + step);
      return true;
    }
    if (key === "Enter" && this.#selected !== null) {
      this.onActivate(this.#selected);
      return true;
    }
    return false;
  }

  #headPressed(key: string): boolean {
    const buttons = [...this.#head.querySelectorAll("button")];
    const at = buttons.findIndex((button) => button.matches(":focus"));
    const steps: Readonly<Record<string, number>> = {
      ArrowRight: at + 1,
      ArrowLeft: at - 1,
      Home: 0,
      End: buttons.length - 1,
    };
    const next = steps[key];
    if (next === undefined) {
      if (key === "ArrowDown") {
        this.#grid.focus();
      }
      return key === "ArrowDown";
    }
    const button = buttons[Math.min(Math.max(next, 0), buttons.length - 1)];
    for (const other of buttons) {
      other.tabIndex = other === button ? 0 : -1;
    }
    button?.focus();
    return true;
  }

  #headClicked(event: MouseEvent): void {
    const index = this.#headers.findIndex((element) => element.contains(event.target as Node));
    const column = this.#options.columns[index];
    if (column?.sortable) {
      const { sorting } = this.#options.model;
      const again = sorting.column === column.name;
      const descending = again ? !sorting.descending : column.greatestFirst === true;
      this.#options.model.sort({ column: column.name, descending });
      this.refresh();
      this.onSort(this.#options.model.sorting);
    }
  }

  #bodyClicked(event: MouseEvent): void {
    const slot = this.#slots.find(({ element }) => element.contains(event.target as Node));
    if (slot !== undefined && slot.row !== -1) {
      this.#go(slot.position);
    }
  }
}

function isSame(one: Sorting, other: Sorting): boolean {
  return one.column === other.column && one.descending === other.descending;
}

function header(column: TableColumn<never>, index: number): HTMLElement {
  const { title, kind, sortable, description } = column;
  const content = sortable
    ? html(
        "button",
        { type: "button", class: "mtr-sorter", tabindex: -1, title: description ?? null },
        title,
      )
    : title;
  return html(
    "div",
    {
      class: `mtr-table-cell mtr-table-cell-${kind}`,
      role: "columnheader",
      "aria-colindex": index + 1,
      "aria-sort": sortable ? "none" : null,
      "aria-description": description ?? null,
      title: sortable ? null : (description ?? title),
    },
    content,
  );
}
