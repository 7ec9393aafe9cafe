/** JSON that travels as bytes: a notebook's own messages cannot hold every text. */

import type { Answer } from "../../host/model";

export function jsonFrom<Value>({ buffers }: Answer): Value {
  return JSON.parse(new TextDecoder().decode(buffers[0])) as Value;
}
