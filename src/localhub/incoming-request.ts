import type { IncomingMessage } from "node:http";
import { HTTPException } from "hono/http-exception";

/** A webhook with a thousand watched items has 60 kB. */
const bodyLimitBytes = 1024 * 1024;

/** Within which a body that is read whole has to be here. */
const bodyTimeoutMs = 30_000;

/** A body that is read as it comes may take as long as it likes, but not pause for longer. */
const idleTimeoutMs = 60_000;

/** How many bytes a request of this path may bring where its handler reads them as they come; null: an ordinary one, of 1 MiB. */
export type StreamLimit = (method: string, path: string) => number | null;

export function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    headers.append(rawHeaders[index] ?? "", rawHeaders[index + 1] ?? "");
  }
  return headers;
}

/** @throws {HTTPException} 400 */
export function urlOf(incoming: IncomingMessage, headers: Headers): URL {
  const url = URL.parse(`http://${headers.get("host") ?? "localhost"}${incoming.url ?? "/"}`);
  // fetch's Request refuses these three methods by itself, as a TypeError.
  if (url === null || /^(?:CONNECT|TRACE|TRACK)$/i.test(incoming.method ?? "GET")) {
    throw new HTTPException(400, { message: "Bad request" });
  }
  return url;
}

/**
 * What came over a socket as the standard's request. Its body is here already, or, where `streamLimit` says so, comes as it is read.
 * @throws {HTTPException} 408, 413; reading a body that comes as it is read throws them too
 */
export async function requestOf(
  incoming: IncomingMessage,
  url: URL,
  headers: Headers,
  streamLimit: StreamLimit,
): Promise<Request> {
  const method = incoming.method ?? "GET";
  if (method === "GET" || method === "HEAD") return new Request(url, { method, headers });
  const limit = streamLimit(method, url.pathname);
  if (Number(headers.get("content-length") ?? 0) > (limit ?? bodyLimitBytes)) throw tooLarge(limit);
  if (limit !== null) {
    const body = ReadableStream.from(limited(incoming, limit));
    return new Request(url, { method, headers, body, duplex: "half" });
  }
  const body = await readBody(incoming);
  return new Request(url, body.length > 0 ? { method, headers, body } : { method, headers });
}

function tooLarge(limit: number | null): HTTPException {
  return new HTTPException(413, { message: `The body has more than ${limit ?? bodyLimitBytes} bytes` });
}

async function readBody(incoming: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new HTTPException(408, { message: "The body took too long to arrive" })),
    bodyTimeoutMs,
  );
  try {
    return await Promise.race([collect(incoming), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

async function collect(incoming: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
    if (!(chunk instanceof Uint8Array)) continue;
    size += chunk.length;
    if (size > bodyLimitBytes) throw tooLarge(null);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function* limited(incoming: IncomingMessage, limit: number): AsyncGenerator<Uint8Array> {
  let size = 0;
  const idle = setTimeout(
    () => incoming.destroy(new HTTPException(408, { message: "The body stopped coming" })),
    idleTimeoutMs,
  );
  try {
    for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
      if (!(chunk instanceof Uint8Array)) continue;
      size += chunk.length;
      if (size > limit) throw tooLarge(limit);
      yield chunk;
      idle.refresh();
    }
  } catch (error) {
    if (error instanceof HTTPException) throw error;
    // Whoever sent it has gone: nobody's bug.
    throw new HTTPException(400, { message: "The body broke off", cause: error });
  } finally {
    clearTimeout(idle);
  }
}
