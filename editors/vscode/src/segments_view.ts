/** A view of the segments with their scores, by position or the worst first, by score or shortfall. */

import {
  commands,
  type Disposable,
  EventEmitter,
  Range,
  ThemeIcon,
  type TreeDataProvider,
  TreeItem,
  type TreeView,
  Uri,
  window,
  workspace,
} from "vscode";
import { Latest } from "../../../meteor_widget/frontend/src/scheduling";
import type { Followed, FollowedSegment } from "./followed_segment";
import { type SaidOf, STATES_ON } from "./protocol";
import { inWords as saidInWords } from "./review/review_signs";
import { BANDS_SETTING, bandsFor, colourOf } from "./score_hints";
import { type Listed, type Order, type Segment, segmentsOf } from "./segments";
import type { Server } from "./server/server";
import { type Band, bandOf, isolated, shownScore } from "./shown_texts";

const VIEW = "meteorscope.segments";
/** Context of VS Code, which shows the buttons for the other orders. */
const ORDER = "meteorscope.segmentsOrder";
/** Segments that are listed at first, and that each "Show More" adds. */
const PAGE_SEGMENTS = 200;

/** How often a row is selected that is not found selected, and after how many milliseconds. */
const SELECT_RETRIES = 4;
const SELECT_RETRY_MS = 500;

/** As wide as a digit. */
const FIGURE_SPACE = "\u2007";

/** As full as the signs at the ends of lines. */
const ICONS: Readonly<Record<Band, string>> = {
  low: "circle-large-outline",
  middle: "color-mode",
  high: "circle-large-filled",
};
const IN_WORDS: Readonly<Record<Band, string>> = { low: "low", middle: "middling", high: "high" };

/** A row of the view: the same object as long as the segment is listed, so that VS Code knows it. */
interface Row {
  readonly uri: string;
  segment: Segment;
  /** What people have said of it, in words; empty without remarks. */
  said: string;
}

const MORE = Symbol("show more");
type Element = Row | typeof MORE;

export class SegmentsView implements TreeDataProvider<Element>, Disposable {
  readonly #changed = new EventEmitter<Element[] | undefined>();
  readonly #view: TreeView<Element>;
  readonly #subscriptions: Disposable[];
  readonly #list = new Latest(() => this.#listAgain());
  #rows: readonly Row[] = [];
  #total = 0;
  #count = PAGE_SEGMENTS;
  #order: Order;
  #uri: string | undefined;
  /** The segment that the cursor was in when the rows were put in order. */
  #here: number | undefined;
  #timer: NodeJS.Timeout | undefined;

  readonly onDidChangeTreeData = this.#changed.event;

  constructor(
    private readonly server: Server,
    private readonly segment: FollowedSegment,
  ) {
    this.#view = window.createTreeView(VIEW, { treeDataProvider: this });
    this.#subscriptions = [
      this.#changed,
      this.#view,
      this.#view.onDidChangeVisibility(() => this.#list.request()),
      server.onDidScore(() => this.#list.request()),
      server.onDidReview(() => this.#list.request()),
      server.onDidChange(() => this.#list.request()),
      segment.onDidChange((followed) => this.#follow(followed)),
      workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration(BANDS_SETTING)) {
          this.#changed.fire(undefined);
        }
      }),
    ];
    this.#order = workspace.getConfiguration("meteorscope").get<Order>("worst", "score");
    this.sort(this.#order);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    for (const subscription of this.#subscriptions) {
      subscription.dispose();
    }
  }

  sort(order: Order): void {
    this.#order = order;
    void commands.executeCommand("setContext", ORDER, order);
    this.#begin();
  }

  showMore(): void {
    clearTimeout(this.#timer); // the list stays where it was scrolled to
    this.#rows = this.#rows.slice(0, this.#count); // the cursor's segment takes its own place
    this.#count += PAGE_SEGMENTS;
    this.#list.request();
  }

  getChildren(parent?: Element): Element[] {
    if (parent !== undefined) {
      return [];
    }
    const rows: Element[] = [...this.#rows];
    if (this.#count < this.#total) {
      rows.splice(this.#count, 0, MORE);
    }
    return rows;
  }

  getParent(): undefined {
    return undefined;
  }

  getTreeItem(element: Element): TreeItem {
    if (element === MORE) {
      return this.#more();
    }
    const greatest = this.#rows[0]?.segment.shortfall ?? 0;
    const words = this.#order === "shortfall" ? inWords(greatest).length : 0;
    return itemOf(element, `${this.#total}`.length, words);
  }

  #more(): TreeItem {
    const numbers = new Intl.NumberFormat("en");
    const shown = `${numbers.format(this.#count)} of ${numbers.format(this.#total)}`;
    const item = new TreeItem("Show More");
    item.id = "more";
    item.description = `${shown} segments are listed`;
    item.iconPath = new ThemeIcon("ellipsis");
    item.command = { title: "Show More", command: "meteorscope.showMoreSegments" };
    return item;
  }

  #begin(): void {
    this.#count = PAGE_SEGMENTS;
    this.#here = undefined;
    this.#list.request();
  }

  #follow(followed: Followed | undefined): void {
    const uri = followed?.summary ? followed.document.uri.toString() : undefined;
    if (uri !== this.#uri) {
      this.#uri = uri;
      this.#begin();
    } else if (followed?.alignment?.segment !== this.#here) {
      this.#list.request();
    }
  }

  async #listAgain(): Promise<void> {
    if (!this.#view.visible) {
      return;
    }
    const [uri, order, count] = [this.#uri, this.#order, this.#count];
    const { summary, alignment } = this.segment.current ?? {};
    const here = alignment?.segment;
    const listed = uri === undefined ? null : await segmentsOf(this.server, uri, { order, count });
    const segments = [...(listed?.segments ?? [])];
    if (uri !== undefined && here !== undefined && !isIn(segments, here)) {
      segments.push(...(await this.#alone(uri, order, here)));
    }
    const said = await this.#saidOf(uri, segments);
    this.#view.description = uri && summary ? `METEOR ${summary.score.toFixed(4)}` : "";
    this.#view.message = summary?.problem ? isolated(summary.problem) : "";
    this.#show(uri, this.#held(segments, here), listed, said);
    if (here !== this.#here) {
      this.#here = here;
      this.#select(here, SELECT_RETRIES);
    }
  }

  /** What people have said of segments, in words. */
  async #saidOf(
    uri: string | undefined,
    segments: readonly Segment[],
  ): Promise<ReadonlyMap<number, string>> {
    const asked = { textDocument: { uri }, segments: segments.map(({ segment }) => segment) };
    const said = uri && (await this.server.ask<readonly SaidOf[]>(STATES_ON, asked));
    return new Map((said || []).map((one) => [one.segment, saidInWords(one)]));
  }

  /** The segment of the cursor, listed below the others if it is not one of the first. */
  async #alone(uri: string, order: Order, segment: number): Promise<Segment[]> {
    const window = { order, count: 1, start: { segment } };
    const listed = await segmentsOf(this.server, uri, window);
    return (listed?.segments ?? []).filter((one) => one.segment === segment);
  }

  /** The segment that a person works at keeps its row, whatever it scores, until they leave it. */
  #held(segments: readonly Segment[], here: number | undefined): readonly Segment[] {
    const row = this.#rows.findIndex(({ segment }) => segment.segment === here);
    const held = segments.find(({ segment }) => segment === here);
    if (held === undefined || here !== this.#here || row < 0) {
      return segments;
    }
    const others = segments.filter((one) => one !== held);
    return [...others.slice(0, row), held, ...others.slice(row)];
  }

  /** Tells VS Code of the rows that changed, or of all if others came, went or moved. */
  #show(
    uri: string | undefined,
    segments: readonly Segment[],
    listed: Listed | null,
    words: ReadonlyMap<number, string>,
  ): void {
    const before = this.#rows;
    const known = new Map(before.map((row) => [row.segment.segment, row]));
    const changed: Row[] = [];
    this.#rows = segments.map((segment) => {
      const row = known.get(segment.segment);
      const said = words.get(segment.segment) ?? "";
      if (row === undefined || row.uri !== uri) {
        return { uri: uri ?? "", segment, said };
      }
      if (!isSame(row.segment, segment) || row.said !== said) {
        changed.push(row);
      }
      [row.segment, row.said] = [segment, said];
      return row;
    });
    const total = listed?.total ?? 0;
    const isMoved =
      total !== this.#total ||
      this.#rows.length !== before.length ||
      this.#rows.some((row, index) => row !== before[index]);
    this.#total = total;
    if (isMoved) {
      this.#changed.fire(undefined);
    } else if (changed.length > 0) {
      this.#changed.fire(changed);
    }
  }

  /** Selects the row of the cursor's segment. VS Code may forget that while it draws the list. */
  #select(here: number | undefined, tries: number): void {
    const row = this.#rows.find(({ segment }) => segment.segment === here);
    if (row === undefined || here !== this.#here || !this.#view.visible || tries === 0) {
      return;
    }
    if (!this.#view.selection.includes(row)) {
      // Not waited for: it may never be answered.
      this.#view.reveal(row, { select: true, focus: false }).then(undefined, () => undefined);
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#select(here, tries - 1), SELECT_RETRY_MS);
    }
  }
}

function isIn(segments: readonly Segment[], number: number): boolean {
  return segments.some(({ segment }) => segment === number);
}

function isSame(one: Segment, other: Segment): boolean {
  return (
    one.score === other.score &&
    one.shortfall === other.shortfall &&
    one.text === other.text &&
    one.range.start.line === other.range.start.line
  );
}

function inWords(shortfall: number): string {
  return shortfall.toFixed(1);
}

/**
 * @param digits of the largest number, so that texts begin below each other.
 * @param words characters of the greatest shortfall, where it is shown in place of the score.
 */
function itemOf(
  { uri, segment: { segment, score, shortfall, range, text }, said }: Row,
  digits: number,
  words: number,
): TreeItem {
  // All in the label: it is what the view's own search looks through.
  const number = `${segment}`.padStart(digits, FIGURE_SPACE);
  const shown = shownScore(score);
  const document = Uri.parse(uri);
  const band = bandOf(score, bandsFor(document));
  const missing = inWords(shortfall);
  const first = words > 0 ? missing.padStart(words, FIGURE_SPACE) : shown;
  // A state's sign precedes the text, as it would be cut off behind a long one.
  const [sign = ""] = /^\D /.exec(said) ?? [];
  const item = new TreeItem(`${first}  ${number}  ${sign}${isolated(text)}`);
  item.id = `${uri} ${segment}`;
  item.description = said;
  item.tooltip = `Segment ${segment}: ${shown}, ${IN_WORDS[band]}, shortfall ${missing} words${said && `, ${said}`}\n${isolated(text)}`;
  item.accessibilityInformation = {
    label:
      `Segment ${segment}, score ${shown}, ${IN_WORDS[band]}, ` +
      `shortfall ${missing} words, ${said === "" ? "" : `${said}, `}${isolated(text)}`,
  };
  item.iconPath = new ThemeIcon(ICONS[band], colourOf(band));
  const { line, character } = range.start;
  item.command = {
    title: "Go to Segment",
    command: "meteorscope.goToRange",
    arguments: [document, new Range(line, character, line, character)],
  };
  return item;
}
