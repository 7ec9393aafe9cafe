/** One field of a signature, for views that show signatures and never change them. */

/** What a signature says of a field, such as `delta`; undefined where it says nothing. */
export function fieldOf(signature: string, name: string): string | undefined {
  const start = `${name}:`;
  return signature
    .split("|")
    .find((field) => field.startsWith(start))
    ?.slice(start.length);
}
