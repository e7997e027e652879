import type { IncomingMessage } from "node:http";
import { dropBytes } from "./drop-bytes.ts";

/**
 * Reads a request's body, and never keeps more of it than the limit. Exactly one of the two is called, or none where
 * the sender goes away in the middle.
 * @param whole gets the body, its bytes as they came
 * @param tooLarge gets how much had arrived when that was more than `maxBytes`; the rest stays unread
 */
export function readBody(
  request: IncomingMessage,
  maxBytes: number,
  whole: (body: Buffer) => void,
  tooLarge: (bytes: number) => void,
): void {
  const chunks: Buffer[] = [];
  let bytes = 0;
  function take(chunk: Buffer): void {
    bytes += chunk.length;
    if (bytes <= maxBytes) {
      chunks.push(chunk);
      return;
    }
    for (const kept of [...chunks.splice(0), chunk]) dropBytes(kept);
    request.off("data", take).off("end", end).pause();
    tooLarge(bytes);
  }
  function end(): void {
    const only = chunks[0];
    const body = chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks, bytes);
    // The request outlives its body for as long as a handler takes, and would keep them.
    chunks.length = 0;
    whole(body);
  }
  request.on("data", take).on("end", end);
}
