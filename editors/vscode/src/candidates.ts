/** Tells from names and first lines which documents may belong to a pair. */

/** As the server reads names: `news.hyp.de`, `ref1.txt`, `set.hyp.SYSTEM.de`. */
const ROLE = /^(?:.+\.)?(?:hyp|ref[0-9]{0,9}|mt|pe|src)\.(?:[^/]+\.)?[^./]+$/s;
const TABS = /\.tsv$/i;
const JSON_LINES = /\.(?:jsonl|ndjson)$/i;
const KEY = /"([^"\\]*)"\s*:/g;

/**
 * Whether a document of that name may have a partner, or is a table with both sides. A project's
 * `meteor.toml` may pair files of any name; that is not asked here.
 *
 * @param name of the file, without its folder.
 * @param firstLine of its text.
 */
export function mayBePaired(name: string, firstLine: string): boolean {
  if (name === "meteor.toml" || ROLE.test(name)) {
    return true;
  }
  if (TABS.test(name)) {
    return areBothSides(firstLine.replace(/^\ufeff/, "").split("\t"));
  }
  if (JSON_LINES.test(name)) {
    return areBothSides(Array.from(firstLine.matchAll(KEY), ([, key = ""]) => key));
  }
  return false;
}

/** Whether columns or keys have the names of a hypothesis and a reference. */
function areBothSides(names: readonly string[]): boolean {
  const has = (pattern: RegExp): boolean => names.some((name) => pattern.test(name));
  return (
    (has(/^hyp(?:othesis)?$/i) && has(/^ref(?:erence)?[0-9]{0,9}$/i)) ||
    (has(/^mt$/i) && has(/^pe$/i))
  );
}
