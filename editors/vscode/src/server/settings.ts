/** Our settings: the server's, and those that only this extension uses. */

/** Keys below `meteorscope` that the server does not know. */
const OWN = new Set(["server", "decorations", "scoreBands", "scrolling", "trace"]);

/**
 * What the server is settings: it would report keys of ours as unknown.
 *
 * Where nothing is set VS Code has an empty text or list, which its editor of settings can show; the
 * server is settings nothing then.
 *
 * @param isTrusted whether the workspace is; git is started in no other.
 */
export function forServer(section: unknown, isTrusted: boolean): unknown {
  if (typeof section !== "object" || section === null) {
    return section;
  }
  const known = Object.entries(section).filter(([key]) => !OWN.has(key));
  const settings = withoutEmpty(Object.fromEntries(known));
  return isTrusted ? settings : { ...settings, allowGit: false };
}

/** Settings without those that are not set, at any depth. */
function withoutEmpty(settings: object): object {
  const nested = (value: unknown): unknown =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? withoutEmpty(value)
      : value;
  return Object.fromEntries(
    Object.entries(settings)
      .filter(([, value]) => !isEmpty(value))
      .map(([key, value]) => [key, nested(value)]),
  );
}

function isEmpty(value: unknown): boolean {
  return value === "" || value === null || (Array.isArray(value) && value.length === 0);
}
