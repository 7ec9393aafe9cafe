/** A review of post-edited machine translation: its list, the chosen segment, and its remarks. */

import { html } from "../../dom";
import type { Context, View } from "../../host/model";
import { ProgressLine, scoringWork } from "../../segments/progress";
import { problemOf } from "../../segments/view_state";
import { AlignedPart } from "./aligned_part";
import { type Desk, type Summary as DeskSummary, KernelDesk } from "./desk";
import { type Deed, Detail, legend } from "./detail";
import { Filters } from "./filters";
import { KEYS } from "./keys";
import { listOf } from "./list";
import { type PageData, pageAnswer } from "./page_answers";
import { Review, type State } from "./review";
import type { State as SegmentState } from "./review_format";
import { Summary } from "./summary";

/** Segments that a server reviews in a moment. */
const RENEWED = 32;

export const reviewView: View<State> = {
  render(context: Context<State>): void {
    const { model, signal } = context;
    const shown = showReview(context, new KernelDesk(context));
    if (context.isPage) {
      return;
    }
    const aligned = new AlignedPart(shown.review);
    shown.detail.append(aligned.element);
    shown.onUpdate = () => aligned.update();
    const hear = (message: { readonly type?: string }): void => {
      if (message?.type === "reviewed") {
        shown.review.reload();
      }
    };
    model.on("msg:custom", hear);
    signal.addEventListener("abort", () => model.off("msg:custom", hear));
  },
  answer: (data, buffers, name, parameters) =>
    pageAnswer(data as PageData, buffers, name, { ...parameters }),
};

/** A review on the screen. */
export interface Shown {
  readonly review: Review;
  /** The part with the chosen segment. */
  readonly detail: HTMLElement;
  /** Called after each drawing. */
  onUpdate: () => void;
}

/** Shows a review in the context's element, wherever its segments come from. */
export function showReview(context: Context<State>, desk: Desk): Shown {
  const review = new Review(context, desk);
  const [summary, filters, list] = [
    new Summary(review),
    new Filters(review),
    html("div", { class: "mtr-review-list" }),
  ];
  const progress = new ProgressLine(review, () => review.reload());
  list.append(filters.head);
  const table = listOf(review, list);
  const deeds = deedsOf(review, {
    move: (by) => table.move(by),
    comment: () => detail.writeComment(),
    reject: () => reject(review, detail),
  });
  const detail = new Detail(review, deeds);
  const root = html(
    "div",
    { class: "mtr-segments mtr-review" },
    summary.element,
    progress.element,
    problemOf(review),
    filters.element,
    list,
    detail.element,
    legend(),
  );
  context.element.append(root);
  const shown: Shown = { review, detail: detail.element, onUpdate: () => {} };
  listenTo(root, deeds, review);
  detail.onLeft = () => root.querySelector<HTMLElement>("[role=grid]")?.focus();
  review.onListed = () => table.renew();
  let chosen: number | undefined;
  review.onUpdate = () => {
    const known = review.summary;
    progress.show(
      known === null || isBeingRenewed(known)
        ? null
        : scoringWork(known.reviewed, known.segments, {
            running: known.running,
            error: known.problem,
            preparing: known.preparing ?? "",
          }),
    );
    summary.update();
    filters.update();
    detail.update();
    if (table.selected !== review.place) {
      table.select(review.place, review.chosen?.segment !== chosen);
    }
    chosen = review.chosen?.segment;
    shown.onUpdate();
  };
  return shown;
}

/**
 * Whether so few segments are reviewed again, after an edit, that it takes a moment. A line that says
 * so would push the list down and let it jump back.
 */
function isBeingRenewed({ segments, reviewed, total, problem }: DeskSummary): boolean {
  return total !== null && problem === null && segments - reviewed <= RENEWED;
}

/** What the keys and the buttons do. */
function deedsOf(
  review: Review,
  {
    move,
    comment,
    reject,
  }: { move: (by: number) => void; comment: () => void; reject: () => Promise<boolean> },
): Deed[] {
  const state = (to: SegmentState) => async (): Promise<boolean> => {
    const segment = review.chosen?.segment;
    return segment !== undefined && (await decide(review, segment, to));
  };
  const takeBack = async (): Promise<void> => {
    const segment = review.chosen?.segment;
    if (segment !== undefined) {
      await review.act({ do: "take-back", segment });
    }
  };
  const deed = (
    key: string,
    label: string,
    title: string,
    run: Deed["run"],
    writes = true,
  ): Deed => ({ key, label, title, run, writes });
  return [
    deed(
      KEYS.next,
      "Next to do",
      "The next segment of the list that nobody has reviewed",
      () => review.toUnreviewed(),
      false,
    ),
    deed(KEYS.down, "↓", "The next segment", () => move(1), false),
    deed(KEYS.up, "↑", "The segment before", () => move(-1), false),
    deed(KEYS.approved, "✓ Approve", "Approve, and go to the next to do", state("approved")),
    deed(KEYS.rejected, "✗ Reject", "Reject, say why, and go to the next to do", reject),
    deed(KEYS.reviewed, "● Reviewed", "Reviewed, and go to the next to do", state("reviewed")),
    deed(KEYS["to-do"], "○ To do", "To do again", state("to-do")),
    deed(KEYS.comment, "✎ Comment", "Write a comment", comment),
    deed(
      KEYS["take-back"],
      "⟲ Take MT",
      "Take the machine translation back in place of the post-edit",
      takeBack,
    ),
    deed(KEYS.undo, "Undo", "Undo what was done last", () => review.act({ do: "undo" })),
  ];
}

/**
 * Sets a state, and goes on to the next segment to do; a segment that is reset stays. Returns whether
 * what is done next is about the segment that it has gone to.
 */
async function decide(review: Review, segment: number, state: SegmentState): Promise<boolean> {
  const done = await review.act({ do: "state", segment, state });
  return (
    done &&
    (state === "to-do" || review.chosen?.segment !== segment || (await review.toUnreviewed()))
  );
}

/**
 * Rejects the chosen segment, and asks for the reason there before it goes on. Returns false: keys
 * that were pressed meanwhile, before there was a field for them, are about no segment.
 */
async function reject(review: Review, detail: Detail): Promise<boolean> {
  const segment = review.chosen?.segment;
  if (segment !== undefined) {
    const done = review.act({ do: "state", segment, state: "rejected" });
    detail.writeReason(async () => {
      if (await done) {
        await review.toUnreviewed();
      }
    });
    if (!(await done)) {
      detail.close();
    }
  }
  return false;
}

/** Takes the keys of what can be done, from all of the view but its fields. */
function listenTo(root: HTMLElement, deeds: readonly Deed[], review: Review): void {
  // One after another: a key that comes before the last was answered is about the next segment.
  // If there is no next segment, it must not change the one just decided.
  let done: Promise<unknown> = Promise.resolve();
  let stopped = 0;
  const run = async (deed: Deed, pressed: number): Promise<void> => {
    if (!deed.writes || pressed > stopped) {
      stopped = (await deed.run()) === false ? performance.now() : stopped;
    }
  };
  const pressed = (event: KeyboardEvent): void => {
    const deed = deeds.find(({ key }) => key === event.key);
    const typing =
      event.target instanceof Element && event.target.matches("input, select, textarea");
    if (deed === undefined || typing || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    if (!deed.writes || review.desk.canAct) {
      event.preventDefault();
      const now = performance.now();
      done = done.then(() => run(deed, now)).catch(() => {});
    }
  };
  root.addEventListener("keydown", pressed, { signal: review.context.signal });
}
