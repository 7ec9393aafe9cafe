/** A report of a review as a document: to read, to change, and to save where a person wants it. */

import { basename } from "node:path";
import { Uri, ViewColumn, window, workspace } from "vscode";
import { KINDS } from "../../../../meteor_widget/frontend/src/views/review/marks";
import {
  CLASSES,
  EDIT_KINDS,
  STATES,
} from "../../../../meteor_widget/frontend/src/views/review/review_format";
import { percent } from "../../../../meteor_widget/frontend/src/views/review/summary";
import type { Review, ReviewRow } from "../protocol";
import type { ReviewDesk } from "./review_desk";

const NUMBERS = new Intl.NumberFormat("en");

/** Opens an untitled Markdown document, which Save As keeps. */
export async function openReport(desk: ReviewDesk): Promise<void> {
  const review = await desk.review();
  if (!review?.total) {
    void window.showInformationMessage("Meteorscope: nothing is reviewed here yet.");
    return;
  }
  const lines = headOf(desk.uri, review);
  for await (const row of desk.all({ order: "file" })) {
    if (row.comments.length > 0 || row.diagnostics.length > 0 || row.state === "rejected") {
      lines.push(...segmentOf(row));
    }
  }
  const document = await workspace.openTextDocument({
    language: "markdown",
    content: `${lines.join("\n")}\n`,
  });
  await window.showTextDocument(document, { viewColumn: ViewColumn.Active, preview: false });
}

function headOf(uri: string, { total, states, segments, reviewed }: Review): string[] {
  if (total === null) {
    return [];
  }
  const { ter, edit_distance: distance } = total;
  const part = reviewed < segments ? ` (${number(reviewed)} of them so far)` : "";
  return [
    `# Review of ${text(basename(Uri.parse(uri).path))}`,
    "",
    `${number(segments)} segments${part}, ${number(total.words)} words.`,
    "",
    ...table(
      ["measure", "value", "counted as"],
      [
        ["METEOR", total.score.toFixed(4), "of the MT against its post-edit"],
        ["HTER", total.hter.toFixed(4), `${number(ter.edits)} edits / ${number(ter.length)} words`],
        ["chrF", total.chrf.toFixed(2), ""],
        ...(["characters", "words"] as const).map((name) => {
          const { edits, length, share } = distance[name];
          return [`${name} edited`, percent(share), `${number(edits)} / ${number(length)}`];
        }),
      ],
    ),
    ...table(
      ["class", "segments", "words", "share of words"],
      CLASSES.map((name) => {
        const { segments: count, words, share } = total.classes[name];
        return [name, number(count), number(words), percent(share)];
      }),
    ),
    ...table(
      ["state", "segments"],
      STATES.filter((state) => states[state]).map((state) => [state, number(states[state] ?? 0)]),
    ),
    ...table(
      ["edits", "number", "MT words", "post-edit words"],
      EDIT_KINDS.map((kind) => {
        const { edits, mt_tokens, post_edit_tokens } = total.edits[kind];
        return [KINDS[kind], number(edits), number(mt_tokens), number(post_edit_tokens)];
      }),
    ),
    ...total.pay.flatMap(({ scheme, after, formula, bands }) => [
      `**${scheme}**, after ${text(after)}. ${text(formula)}.`,
      "",
      ...table(
        ["band", "segments", "words", "share of words"],
        bands.map(({ band, segments: count, words, share }) => [
          band,
          number(count),
          number(words),
          percent(share),
        ]),
      ),
    ]),
    `\`${total.meteor.signature}\``,
    "",
    "## Segments that were rejected, commented or stand out",
    "",
  ];
}

function segmentOf(row: ReviewRow): string[] {
  const place = row.places.post_edit;
  const name = `Segment ${row.segment}`;
  const line = place === null ? "" : `#L${place.range.start.line + 1}`;
  const link = place === null ? name : `[${name}](${encodeURI(decodeURI(place.uri))}${line})`;
  return [
    `### ${link} – ${row.state}`,
    "",
    ...(row.source === undefined ? [] : [`- source: ${text(row.source)}`]),
    `- MT: ${text(row.mt)}`,
    `- post-edit: ${text(row.post_edit)}`,
    ...row.diagnostics.map(({ code, message }) => `- ${code}: ${text(message)}`),
    ...row.comments.map((comment) => `- ${text(comment.who || "comment")}: ${text(comment.text)}`),
    "",
  ];
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [line(heads), line(heads.map(() => "---")), ...rows.map(line), ""];
}

function number(value: number): string {
  return NUMBERS.format(value);
}

/** A text that no markup is made of. */
function text(words: string): string {
  return words.replace(/\s+/g, " ").replace(/[\\`*_[\]|<>&~]/g, "\\$&");
}
