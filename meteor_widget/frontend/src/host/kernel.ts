/** Requests to the Python side of a widget over its custom messages. */

import type { Answer, Request } from "./model";

/** Milliseconds after which a kernel counts as gone; a busy one answers late. */
const PATIENCE = 60_000;

interface Channel {
  send(content: unknown, callbacks?: unknown, buffers?: ArrayBuffer[]): void;
  on(event: string, callback: (content: Message, buffers: DataView[]) => void): void;
  off(event: string, callback: (content: Message, buffers: DataView[]) => void): void;
}

interface Message {
  readonly type?: string;
  readonly id?: string;
  readonly result?: unknown;
  readonly error?: string;
}

/** A way to ask the kernel; what is still open fails when the view goes. */
export function requests(channel: Channel, signal: AbortSignal): Request {
  const open = new Map<string, (message: Message, buffers: DataView[]) => void>();
  const receive = (message: Message, buffers: DataView[]): void => {
    if (message?.type === "answer" && message.id !== undefined) {
      open.get(message.id)?.(message, buffers);
    }
  };
  channel.on("msg:custom", receive);
  signal.addEventListener("abort", () => channel.off("msg:custom", receive));
  return (name, parameters = {}) =>
    new Promise<Answer>((resolve, reject) => {
      const id = crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;
      const finish = (): void => {
        open.delete(id);
        clearTimeout(timer);
        signal.removeEventListener("abort", give_up);
      };
      const give_up = (): void => {
        finish();
        reject(new Error("the view was closed"));
      };
      const timer = setTimeout(() => {
        finish();
        reject(new Error("the kernel does not answer; run the cell again"));
      }, PATIENCE);
      signal.addEventListener("abort", give_up);
      open.set(id, (message, buffers) => {
        finish();
        if (message.error === undefined) {
          resolve({ result: message.result, buffers });
        } else {
          reject(new Error(message.error));
        }
      });
      channel.send({ type: "request", id, name, parameters });
    });
}
