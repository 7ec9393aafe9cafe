/** A review of post-edited machine translation: its list, the chosen segment, and what is said. */

import { html } from "../../dom";
import type { Context, View } from "../../host/model";
import { problemOf } from "../../segments/problem";
import { ProgressLine, scoringWork } from "../../segments/progress";
import { AlignedPart } from "./aligned_part";
import type { Desk } from "./desk";
import { type Deed, Detail, legend } from "./detail";
import { Filters } from "./filters";
import { KernelDesk } from "./kernel_desk";
import { listOf } from "./list";
import { type PageData, pageAnswer } from "./page_answers";
import { Review, type State } from "./review";
import type { State as SegmentState } from "./review_format";
import { Summary } from "./summary";

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
      known === null
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

/** What the keys and the buttons do; keys as `KeyboardEvent.key` has them. */
function deedsOf(
  review: Review,
  { move, comment }: { move: (by: number) => void; comment: () => void },
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
      "n",
      "Next to do",
      "The next segment of the list that nobody has reviewed",
      () => review.toUnreviewed(),
      false,
    ),
    deed("j", "↓", "The next segment", () => move(1), false),
    deed("k", "↑", "The segment before", () => move(-1), false),
    deed("a", "✓ Approve", "Approve, and go to the next to do", state("approved")),
    deed("r", "✗ Reject", "Reject, and go to the next to do", state("rejected")),
    deed("d", "● Reviewed", "Reviewed, and go to the next to do", state("reviewed")),
    deed("t", "○ To do", "To do again", state("to-do")),
    deed("c", "✎ Comment", "Write a comment", comment),
    deed("m", "⟲ Take MT", "Take the machine translation back in place of the post-edit", takeBack),
    deed("u", "Undo", "Undo what was done last", () => review.act({ do: "undo" })),
  ];
}

/**
 * Sets a state, and goes on to what is to do; a segment that is to do again stays. Returns whether
 * what is done next is about the segment that it has gone to.
 */
async function decide(review: Review, segment: number, state: SegmentState): Promise<boolean> {
  const done = await review.act({ do: "state", segment, state });
  return (
    done &&
    (state === "to-do" || review.chosen?.segment !== segment || (await review.toUnreviewed()))
  );
}

/** Takes the keys of what can be done, from all of the view but its fields. */
function listenTo(root: HTMLElement, deeds: readonly Deed[], review: Review): void {
  // One after another: a key that comes before the last was answered is about the next segment.
  // Where there is none, it must not change what was just decided.
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
