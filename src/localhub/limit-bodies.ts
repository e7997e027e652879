import { buffer } from "node:stream/consumers";
import type { MiddlewareHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import { refusal } from "./refusal.ts";
import { streamLimit } from "./routes/git-paths.ts";

/** A webhook with a thousand watched items has 60 kB. */
const bodyLimitBytes = 1024 * 1024;

/** Longest pause between two chunks of a body. */
const idleTimeoutMs = 60_000;

/**
 * Limits the size of request bodies and the pauses in them. A body is read before its handler runs, except on the
 * routes of `streamLimit`: their handlers get a stream that throws when a limit is exceeded. (hono's own body limit
 * reads every chunked body to its end first, a push of 4 GB too.)
 */
export const limitBodies: MiddlewareHandler = async (context, next) => {
  const { method, url, headers, body } = context.req.raw;
  if (body !== null) {
    const streamBytes = streamLimit(method, context.req.path);
    const limitBytes = streamBytes ?? bodyLimitBytes;
    if (Number(headers.get("content-length") ?? 0) > limitBytes) throw tooLarge(limitBytes);
    const chunks = limited(body, limitBytes);
    const limitedBody = streamBytes === null ? await readWhole(chunks) : ReadableStream.from(chunks);
    context.req.raw = new Request(url, { method, headers, body: limitedBody, duplex: "half" });
  }
  await next();
};

/** Null if the body is empty. */
async function readWhole(chunks: AsyncIterable<Uint8Array>): Promise<Buffer<ArrayBuffer> | null> {
  const body = await buffer(chunks);
  return body.length > 0 ? body : null;
}

/** @throws {HTTPException} 408, 413, or 400 if the connection is lost */
async function* limited(body: ReadableStream<Uint8Array>, limitBytes: number): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  let isLate = false;
  const idle = setTimeout(() => {
    isLate = true;
    // Ends the pending read. A failed cancellation has already failed that read.
    reader.cancel().catch(() => {});
  }, idleTimeoutMs);
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        throw new HTTPException(400, { message: "The body broke off", cause: error });
      });
      if (isLate) throw closing(408, "The body stopped coming");
      if (done) return;
      bytes += value.length;
      if (bytes > limitBytes) throw tooLarge(limitBytes);
      yield value;
      idle.refresh();
    }
  } finally {
    clearTimeout(idle);
  }
}

function tooLarge(limitBytes: number): HTTPException {
  return closing(413, `The body has more than ${limitBytes} bytes`);
}

/** The connection cannot be used again: the rest of the body may still be in transit. */
function closing(status: 408 | 413, message: string): HTTPException {
  return new HTTPException(status, { message, res: refusal(status, message, { connection: "close" }) });
}
