/**
 * How the language server comes onto a machine: the one place that changes when Meteorscope is
 * published. Until then no index has it, and a package of that name there is not ours.
 */

import { pathToFileURL } from "node:url";

export const IS_PUBLISHED: boolean = false;

const EXTRA = "[lsp]";
const PACKAGE = `meteorscope${EXTRA}`;

/** What a person runs in a terminal, in the Python environment that they work in. */
export const COMMAND = ["pip", "install", IS_PUBLISHED ? PACKAGE : `.${EXTRA}`];

/** Where a person runs it, as the beginning of a sentence. */
export const WHERE = IS_PUBLISHED
  ? "It comes with"
  : "It is on no package index yet; in a clone of Meteorscope's repository, it comes with";

/**
 * The requirement for an installer.
 *
 * @param source the full path of a clone or of a wheel; undefined: from an index.
 */
export function requirementFrom(source: string | undefined): string {
  return source === undefined ? PACKAGE : `${PACKAGE} @ ${pathToFileURL(source).href}`;
}

/** A command as a person types it. */
export function forShell(command: readonly string[]): string {
  return command.map((word) => (/^[\w./:=-]+$/.test(word) ? word : `'${word}'`)).join(" ");
}
