/** From CSS colours to what is written into a picture. */

/** Turns a CSS colour with variables into the colour that is written. */
export type Paint = (colour: string) => string;

/** On the screen, variables stay variables and follow the theme. */
export const asVariables: Paint = (colour) => colour;

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
