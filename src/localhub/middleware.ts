import { createHash, timingSafeEqual } from "node:crypto";
import { buffer } from "node:stream/consumers";
import type { MiddlewareHandler } from "hono";
import { refusal, refusals } from "./errors.ts";
import { isGitPath, openPaths, streamLimit } from "./routes/paths.ts";

/**
 * Creates a middleware that refuses requests without the token before their body is read, except to
 * `openPaths`. Git sends the token as a password, with any user name.
 */
export function gate(token: string): MiddlewareHandler {
  const wanted = digest(token);
  const isToken = (given: string | undefined): boolean =>
    // Digests have the same length and are compared in constant time, so that neither text nor length leaks.
    given !== undefined && timingSafeEqual(digest(given), wanted);
  return async (context, next) => {
    const { path } = context.req;
    const authorization = context.req.header("authorization") ?? "";
    const isGit = isGitPath(path);
    if (
      openPaths.has(path) ||
      isToken(bearerToken(authorization)) ||
      (isGit && isToken(basicPassword(authorization)))
    ) {
      return next();
    }
    return refusal(
      401,
      "Invalid credentials in Authorization header",
      // Git asks for a password only if this header is present.
      isGit ? { "www-authenticate": 'Basic realm="The token of this hub is the password"' } : {},
    );
  };
}

/**
 * Refuses requests of Git LFS, also without the token: git-lfs would ask for a password before it shows the
 * message.
 */
export const refuseLfs: MiddlewareHandler = async (context, next) => {
  if (!/\/info\/lfs(?:\/|$)/.test(context.req.path)) return next();
  const message =
    "This local hub has no Git LFS: commit files without it (git lfs uninstall, git lfs migrate export)";
  return refusal(501, message, { "content-type": "application/vnd.git-lfs+json" }, { message });
};

function bearerToken(authorization: string): string | undefined {
  return /^bearer +(\S+) *$/i.exec(authorization)?.[1];
}

function basicPassword(authorization: string): string | undefined {
  const credentials = /^basic +([A-Za-z0-9+/=]+) *$/i.exec(authorization)?.[1];
  if (credentials === undefined) return undefined;
  const text = Buffer.from(credentials, "base64").toString();
  return text.slice(text.indexOf(":") + 1);
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

/** Maximum size of an ordinary body, in bytes; a webhook with 1,000 watched items has 60 kB. */
const bodyLimitBytes = 1024 * 1024;

/** Maximum pause between two chunks of a body, in milliseconds. */
const idleTimeoutMs = 60_000;

/**
 * Limits the size of request bodies and the pauses in them. Bodies are read before the handler runs, except
 * for requests with a `streamLimit`: their handlers get a stream, which throws if a limit is exceeded. hono's
 * own limit is not used: it reads a chunked body to its end first.
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

/** Reads a body. Returns null if it is empty. */
async function readWhole(chunks: AsyncIterable<Uint8Array>): Promise<Buffer<ArrayBuffer> | null> {
  const body = await buffer(chunks);
  return body.length > 0 ? body : null;
}

/**
 * Yields the chunks of a body.
 * @throws {RefusedError} 408 or 413 for an exceeded limit, 400 if the connection is lost
 */
async function* limited(body: ReadableStream<Uint8Array>, limitBytes: number): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  let isLate = false;
  const idle = setTimeout(() => {
    isLate = true;
    // The cancellation ends the pending read. A failure means that the read has already failed.
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
