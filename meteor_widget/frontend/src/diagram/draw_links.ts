/** Draws two rows of words with links. */

import * as LOOK from "../../../static_picture/look.json";
import { svg } from "../dom";
import type { Alignment, Match } from "../format";
import { type Colours, INK, MUTED, PAPER } from "./colours";
import { drawLegend } from "./legend";
import type {
  Bar,
  Bracket,
  Caption,
  Link,
  LinksLayout,
  PlacedWord,
  Ribbon,
  Stub,
} from "./links_layout";
import { curve, FUNCTION_WORD, LIGHT, type Paint, ribbon } from "./paint";
import { SIDES } from "./rows";

const LINE_HEIGHT = 22;

/** Of words that count as function words. */
export function lightness(isFunctionWord: boolean, isMatched: boolean): Record<string, number> {
  const light = isMatched ? FUNCTION_WORD : LIGHT;
  return isFunctionWord ? light : {};
}

/** How a layout is coloured, and with what alignment it was made. */
export interface Style {
  readonly alignment: Alignment;
  readonly colours: Colours;
  readonly paint: Paint;
}

export function drawLinks(layout: LinksLayout, style: Style): SVGSVGElement {
  const { width, height } = layout;
  return svg(
    "svg",
    { width, height, viewBox: `0 0 ${width} ${height}`, "font-size": LOOK.font_size },
    ...layout.ribbons.map((part) => drawRibbon(part, style)),
    ...layout.links.map((part) => drawLink(part, style)),
    ...layout.stubs.map((part) => drawStub(part, style)),
    ...layout.brackets.map((part) => drawBracket(part, style)),
    ...layout.bars.map((part) => drawBar(part, style)),
    ...layout.captions.map((part) => drawCaption(part, style)),
    ...SIDES.map((side) =>
      svg(
        "g",
        { class: "mtr-picture-row", "data-side": side, direction: layout.directions[side] },
        ...layout.words.filter((word) => word.side === side).map((word) => drawWord(word, style)),
      ),
    ),
    drawLegend(layout.legend, style.paint),
  );
}

function drawRibbon(
  { above, below, y1, y2, chunk }: Ribbon,
  { colours, paint }: Style,
): SVGElement {
  return svg("path", {
    class: "mtr-picture-ribbon",
    "data-chunk": chunk,
    d: ribbon(above, below, y1, y2),
    fill: paint(colours.ofChunk(chunk)),
    "fill-opacity": LOOK.ribbon_opacity,
  });
}

function drawLink(link: Link, { alignment, colours, paint }: Style): SVGElement {
  const { x1, y1, x2, y2, span, match, chunk } = link;
  const { stage } = alignment.matches[match] as Match;
  const colour = paint(colours.ofMatch(match));
  const line = (d: string): SVGElement =>
    svg("path", {
      d,
      stroke: colour,
      "stroke-width": LOOK.link,
      "stroke-dasharray": LOOK.dashes[stage],
    });
  const group = svg("g", {
    class: "mtr-picture-link",
    "data-chunk": chunk,
    "data-match": match,
    fill: "none",
  });
  if (span === null) {
    const d = curve(x1, y1, x2, y2);
    const halo = {
      stroke: paint(PAPER),
      "stroke-width": LOOK.halo,
      "stroke-opacity": LOOK.halo_opacity,
    };
    group.append(svg("path", { d, ...halo }), line(d));
  } else {
    const { above, below } = span;
    const d = ribbon(above, below, y1, y2);
    group.append(
      svg("path", { d, fill: colour, "fill-opacity": LOOK.ribbon_opacity }),
      line(curve(above[0], y1, below[0], y2)),
      line(curve(above[1], y1, below[1], y2)),
    );
  }
  return group;
}

function drawStub(stub: Stub, { alignment, colours, paint }: Style): SVGElement {
  const lines = stub.matches.map((match, index) => {
    const x = stub.xs[index] ?? 0;
    return svg("path", {
      d: `M${x} ${stub.y1}V${stub.y2}`,
      stroke: paint(colours.ofMatch(match)),
      "stroke-width": LOOK.link,
      "stroke-dasharray": LOOK.dashes[alignment.matches[match]?.stage ?? "exact"],
    });
  });
  const label = svg(
    "text",
    {
      x: stub.labelX,
      y: stub.labelY,
      "font-size": LOOK.stub_size,
      "text-anchor": "middle",
      fill: paint(colours.ofMatch(stub.matches[0] ?? -1)),
      ...haloed(paint),
    },
    stub.label,
  );
  return svg(
    "g",
    { class: "mtr-picture-stub", "data-chunk": stub.chunk, "aria-hidden": "true" },
    ...lines,
    label,
  );
}

function drawBracket(bracket: Bracket, { colours, paint }: Style): SVGElement {
  const { x, y, width, depth, match, chunk } = bracket;
  return svg("path", {
    "data-chunk": chunk,
    d: `M${x} ${y}v${depth}h${width}v${-depth}`,
    fill: "none",
    stroke: paint(colours.ofMatch(match)),
    "stroke-width": LOOK.link,
  });
}

function drawBar(bar: Bar, { colours, paint }: Style): SVGElement {
  const colour = paint(colours.ofChunk(bar.chunk));
  return svg(
    "g",
    { "data-chunk": bar.chunk, "aria-hidden": "true", fill: colour },
    svg("rect", { x: bar.x, y: bar.y, width: bar.width, height: LOOK.bar, rx: 1.5 }),
    svg(
      "text",
      {
        x: bar.numberX,
        y: bar.numberY,
        "font-size": LOOK.number_size,
        "font-weight": 700,
        "text-anchor": "middle",
      },
      String(bar.chunk + 1),
    ),
  );
}

function drawCaption({ text, x, y, anchor, isEmpty }: Caption, { paint }: Style): SVGElement {
  return svg(
    "text",
    {
      class: "mtr-picture-caption",
      x,
      y,
      direction: "ltr",
      "text-anchor": anchor === "left" ? "start" : "end",
      "font-size": isEmpty ? LOOK.font_size : LOOK.caption_size,
      "font-style": isEmpty ? "italic" : null,
      fill: paint(MUTED),
    },
    text,
  );
}

function drawWord(word: PlacedWord, { colours, paint }: Style): SVGElement {
  const { side, token, match, chunk, x, y, width } = word;
  const isMatched = match >= 0;
  const colour = paint(isMatched ? INK : MUTED);
  return svg(
    "g",
    { class: "mtr-picture-word", "data-side": side, "data-token": token, "data-chunk": chunk },
    svg("rect", {
      class: "mtr-picture-area",
      x: x - 2,
      y: y - LOOK.word_baseline + LINE_HEIGHT / 2,
      width: width + 4,
      height: LINE_HEIGHT,
      rx: 3,
      fill: "none",
    }),
    svg(
      "text",
      {
        x: word.middle,
        y,
        fill: colour,
        "text-anchor": "middle",
        ...lightness(word.isFunctionWord, isMatched),
      },
      word.text,
    ),
    isMatched ? null : underline(word, paint),
    word.mark === ""
      ? null
      : svg(
          "text",
          {
            x: word.markMiddle,
            y: y - 5,
            "font-size": LOOK.mark_size,
            "text-anchor": "middle",
            direction: "ltr",
            fill: paint(colours.ofMatch(match)),
          },
          word.mark,
        ),
  );
}

function underline({ x, y, width }: PlacedWord, paint: Paint): SVGElement {
  return svg("path", {
    d: `M${x} ${y + 4.5}h${width}`,
    stroke: paint(MUTED),
    "stroke-dasharray": LOOK.unmatched_dashes,
  });
}

/** Text over lines. */
function haloed(paint: Paint): Record<string, string | number> {
  return {
    stroke: paint(PAPER),
    "stroke-width": 3,
    "stroke-linejoin": "round",
    "paint-order": "stroke",
  };
}
