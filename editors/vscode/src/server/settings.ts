/** Our settings: those for the server, and those that only this extension knows. */

/** Keys below `meteorscope` that the server knows nothing of. */
const OWN = new Set(["server", "decorations", "scrolling", "trace"]);

/** What the server is told: it would report keys of ours as unknown. */
export function forServer(section: unknown): unknown {
  if (typeof section !== "object" || section === null) {
    return section;
  }
  return Object.fromEntries(Object.entries(section).filter(([key]) => !OWN.has(key)));
}
