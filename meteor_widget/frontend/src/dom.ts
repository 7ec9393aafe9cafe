/** Elements made from data. Text only ever becomes text nodes, never markup. */

type Child = Node | string | null;
type Attributes = Readonly<Record<string, string | number | boolean | null>>;

/** An HTML element; attributes that are null or false are left out. */
export function html<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  fill(element, attributes, children);
  return element;
}

/** An SVG element; attributes that are null or false are left out. */
export function svg<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: readonly Child[]
): SVGElementTagNameMap[Name] {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  fill(element, attributes, children);
  return element;
}

/** Gives an element attributes, and children after those that it has. */
export function fill(
  element: Element,
  attributes: Attributes,
  children: readonly Child[] = [],
): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== false) {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
  for (const child of children) {
    if (child !== null) {
      element.append(child);
    }
  }
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

/** A name in a table, which shows only its beginning if it is long; screen readers have it all. */
export function longName(name: string): HTMLElement {
  return html("bdi", { class: "mtr-name", title: name }, name);
}
