/** The links picture as an SVG document of its own. */

import { svg } from "../dom";
import type { Alignment } from "../format";
import { type ColourMeaning, coloursOf, PAPER } from "./colours";
import type { Description } from "./describe";
import { drawLinks } from "./draw_links";
import { layoutLinks } from "./layout_links";
import type { LinksOptions } from "./links_layout";
import type { Overlay, Paint } from "./paint";

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';

/**
 * An SVG document with literal colours and fonts, as they are on the screen at an element.
 *
 * @param description of the alignment, for the document's title.
 */
export function standaloneSVG(
  alignment: Alignment,
  description: Description,
  element: Element,
  options: LinksOptions & { readonly colour: ColourMeaning; readonly overlay: Overlay | null },
): string {
  const paint = literalColours(element, PAPER);
  const colours = coloursOf(alignment, options.colour);
  const picture = drawLinks(layoutLinks(alignment, options), { alignment, colours, paint });
  const { measure, width } = options;
  options.overlay?.draw(picture, alignment, { paint, measure, width });
  picture.prepend(
    svg("title", {}, "Alignment of a hypothesis with a reference"),
    svg("desc", {}, `${description.summary()}. ${alignment.signature}`),
    svg("rect", { width: "100%", height: "100%", fill: paint(PAPER) }),
  );
  picture.setAttribute("role", "img");
  picture.setAttribute("font-family", getComputedStyle(element).fontFamily);
  return HEAD + new XMLSerializer().serializeToString(picture);
}

/** For a file of its own: literal opaque colours, as they are on the screen at an element. */
export function literalColours(element: Element, paper: string): Paint {
  const probe = element.ownerDocument.createElement("span");
  const context = element.ownerDocument.createElement("canvas").getContext("2d", {
    willReadFrequently: true,
  });
  const known = new Map<string, string>();
  const backdrop = resolve(paper);
  return (colour) => {
    let literal = known.get(colour);
    if (literal === undefined) {
      literal = mixed(resolve(colour), backdrop);
      known.set(colour, literal);
    }
    return literal;
  };

  function resolve(colour: string): string {
    element.append(probe);
    probe.style.color = colour;
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  }

  // A canvas understands every colour space that the browser computes, and mixes transparency.
  function mixed(colour: string, behind: string): string {
    if (context === null) {
      return colour;
    }
    for (const style of ["white", behind, colour]) {
      context.fillStyle = style;
      context.fillRect(0, 0, 1, 1);
    }
    const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
    return `#${[red, green, blue].map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
  }
}
