import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** A rest of a request that is worth reading just to use its connection again. */
const restWorthReading = 64 * 1024;

/**
 * Sends the standard's answer over a socket. JSON is there already and goes out with its length; anything else goes out as it comes, and
 * reading it stops when nobody listens any more.
 */
export async function sendAnswer(
  response: Response,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const { body, status } = response;
  const headers = new Headers(response.headers);
  if (!incoming.complete && !isShort(incoming)) headers.set("connection", "close");
  if (body === null || /^application\/json\b/.test(headers.get("content-type") ?? "")) {
    const whole = Buffer.from(await response.arrayBuffer());
    if (body !== null) headers.set("content-length", String(whole.length));
    outgoing.writeHead(status, [...headers].flat());
    outgoing.end(whole);
    return;
  }
  outgoing.writeHead(status, [...headers].flat());
  outgoing.flushHeaders();
  try {
    await pipeline(Readable.fromWeb(body), outgoing);
  } catch (error) {
    // Whoever asked has gone.
    const isGone = error instanceof Error && "code" in error && error.code === "ERR_STREAM_PREMATURE_CLOSE";
    if (!isGone) throw error;
  }
}

function isShort({ headers }: IncomingMessage): boolean {
  return Number(headers["content-length"] ?? Number.POSITIVE_INFINITY) <= restWorthReading;
}
