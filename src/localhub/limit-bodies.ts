import { buffer } from "node:stream/consumers";
import type { MiddlewareHandler } from "hono";
import { refusals } from "./errors.ts";
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
    if (Number(headers.get("content-length") ?? 0) > limitBytes) throw refusals.bodyTooLarge(limitBytes);
    const chunks = limited(body, limitBytes);
    const limitedBody = streamBytes === null ? await readWhole(chunks) : ReadableStream.from(chunks);
    context.req.raw = new Request(url, { method, headers, body: limitedBody, duplex: "half" });
  }
  await next();
};

/** Reads a body; an empty one is null. */
async function readWhole(chunks: AsyncIterable<Uint8Array>): Promise<Buffer<ArrayBuffer> | null> {
  const body = await buffer(chunks);
  return body.length > 0 ? body : null;
}

/** @throws {RefusedError} 408, 413, or 400 if the connection is lost */
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
        throw refusals.bodyLost(error);
      });
      if (isLate) throw refusals.bodyStopped();
      if (done) return;
      bytes += value.length;
      if (bytes > limitBytes) throw refusals.bodyTooLarge(limitBytes);
      yield value;
      idle.refresh();
    }
  } finally {
    clearTimeout(idle);
  }
}
