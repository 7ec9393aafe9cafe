/** Tells from names and first lines which documents may belong to a pair, or hold both sides. */

/** As the server reads names: `news.hyp.de`, `ref1.txt`, `set.hyp.SYSTEM.de`. */
const ROLE = /^(?:.+\.)?(?:hyp|ref[0-9]{0,9}|mt|pe|src)\.(?:[^/]+\.)?[^./]+$/s;
const TABS = /\.tsv$/i;
const JSON_LINES = /\.(?:jsonl|ndjson)$/i;
const KEY = /"([^"\\]*)"\s*:/g;
/** Files of translation tools that nothing else is named like. */
const BILINGUAL = /\.(?:xlf|xliff|sdlxliff|mxliff|mqxliff|tmx|po|pot)$/i;
/** Files that hold test sets among much else. */
const MARKUP = /\.(?:xml|sgml?)$/i;
const COMMENT = /<!--.*?(?:-->|$)/gs;
const ROOT = /<(?:[A-Za-z_][\w.-]*:)?([A-Za-z_][\w.-]*)/;
const ROOTS = /^(?:xliff|tmx|srcset|refset|tstset|mteval)$/i;
/** Roots of WMT's XML, which other kinds of XML have as well. */
const WMT_ROOTS = /^(?:dataset|collection)$/;
const WMT_DOCUMENT = /<doc\s[^<>]*\b(?:id|origlang)\s*=/;

/** Lines of a document that tell what it is. */
export const HEAD = 40;

/**
 * Whether a document of that name may have a partner, or is a table with both sides. A project's
 * `meteor.toml` may pair files of any name; that is not asked here.
 *
 * @param name of the file, without its folder.
 * @param head the first lines of its text.
 */
export function mayBePaired(name: string, head: string): boolean {
  if (name === "meteor.toml" || ROLE.test(name) || BILINGUAL.test(name)) {
    return true;
  }
  const [firstLine = ""] = head.split(/\r?\n/, 1);
  if (TABS.test(name)) {
    return areBothSides(firstLine.replace(/^\ufeff/, "").split("\t"));
  }
  if (JSON_LINES.test(name)) {
    return areBothSides(Array.from(firstLine.matchAll(KEY), ([, key = ""]) => key));
  }
  return isTestSet(name, head);
}

/** Whether a document is XML or SGML that holds translations, which only its text tells. */
export function isTestSet(name: string, head: string): boolean {
  if (!MARKUP.test(name)) {
    return false;
  }
  const text = head.replace(COMMENT, "");
  const root = ROOT.exec(text)?.[1] ?? "";
  return ROOTS.test(root) || (WMT_ROOTS.test(root) && WMT_DOCUMENT.test(text));
}

/** Whether columns or keys have the names of a hypothesis and a reference. */
function areBothSides(names: readonly string[]): boolean {
  const has = (pattern: RegExp): boolean => names.some((name) => pattern.test(name));
  return (
    (has(/^hyp(?:othesis)?$/i) && has(/^ref(?:erence)?[0-9]{0,9}$/i)) ||
    (has(/^mt$/i) && has(/^pe$/i))
  );
}
