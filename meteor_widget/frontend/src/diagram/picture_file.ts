/** The links picture as an SVG document of its own. */

import { svg } from "../dom";
import type { Alignment } from "../format";
import { type ColourMeaning, coloursOf, PAPER } from "./colours";
import type { Description } from "./describe";
import { drawLinks } from "./draw_links";
import { layoutLinks } from "./layout_links";
import type { LinksOptions } from "./links_layout";
import type { Overlay } from "./overlay";
import { literalColours } from "./palette";

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

/** Hands a text to the person as a file. */
export function download(text: string, type: string, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  // Not at once: the browser reads it after this task.
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
