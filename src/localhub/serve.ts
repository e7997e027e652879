import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { HubListenError, HubPortTakenError } from "./errors.ts";
import { isLoopback, refusalReason } from "./guard.ts";
import { refusal } from "./refusal.ts";

/** A webhook with a thousand watched items has 60 kB. */
const bodyLimitBytes = 1024 * 1024;

export interface ListenOptions {
  /** An address of this machine: `127.0.0.1`, `::1`, `0.0.0.0`, `localhost`. */
  readonly host: string;
  /** 0: the system picks. */
  readonly port: number;
}

/** A hub that accepts connections. */
export interface Listening {
  readonly port: number;
  /** `http://HOST:PORT`, without a trailing slash. */
  readonly url: string;
  /** Stops accepting; waits for the answers under way, and cuts what is still open after `graceMs`. */
  close(graceMs: number): Promise<void>;
}

/**
 * Serves a standard fetch function over node:http.
 * @throws {HubPortTakenError}
 * @throws {HubListenError} no such address, or not allowed
 */
export async function serve(
  answer: (request: Request) => Response | Promise<Response>,
  { host, port }: ListenOptions,
  log: (line: string) => void,
): Promise<Listening> {
  const loopbackOnly = isLoopback(host);
  const server = createServer({ requestTimeout: 30_000, headersTimeout: 10_000 }, (incoming, outgoing) => {
    respond(incoming, answer, loopbackOnly)
      .then((response) => send(response, outgoing))
      .catch((error: unknown) => {
        log(`a request could not be answered: ${String(error)}`);
        outgoing.destroy();
      });
  });

  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(listenError(error, host, port)));
    server.listen({ host, port, exclusive: true }, resolve);
  });
  const bound = server.address();
  const boundPort = typeof bound === "object" && bound !== null ? bound.port : port;
  return {
    port: boundPort,
    url: `http://${host.includes(":") ? `[${host}]` : host}:${boundPort}`,
    async close(graceMs) {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      const cut = setTimeout(() => server.closeAllConnections(), graceMs);
      await closed;
      clearTimeout(cut);
    },
  };
}

async function respond(
  incoming: IncomingMessage,
  answer: (request: Request) => Response | Promise<Response>,
  loopbackOnly: boolean,
): Promise<Response> {
  const headers = headersOf(incoming);
  const refused = refusalReason(headers, loopbackOnly);
  if (refused !== null) return closing(403, refused);
  const method = incoming.method ?? "GET";
  const url = URL.parse(`http://${headers.get("host") ?? "localhost"}${incoming.url ?? "/"}`);
  // fetch's Request refuses these three by itself, as a TypeError.
  if (url === null || /^(?:CONNECT|TRACE|TRACK)$/i.test(method)) return closing(400, "Bad request");
  const body = await readBody(incoming);
  if (body === null) return closing(413, `The body has more than ${bodyLimitBytes} bytes`);
  const hasBody = body.length > 0 && method !== "GET" && method !== "HEAD";
  return answer(new Request(url, hasBody ? { method, headers, body } : { method, headers }));
}

/** A refusal after which the connection is not used again: the rest of the request may still be on its way. */
function closing(status: number, message: string): Response {
  return refusal(status, message, { connection: "close" });
}

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    headers.append(rawHeaders[index] ?? "", rawHeaders[index + 1] ?? "");
  }
  return headers;
}

/** Null: there is more than the limit; the rest is not read. */
async function readBody(incoming: IncomingMessage): Promise<Uint8Array<ArrayBuffer> | null> {
  if (Number(incoming.headers["content-length"] ?? 0) > bodyLimitBytes) return null;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
    if (!(chunk instanceof Uint8Array)) continue;
    size += chunk.length;
    if (size > bodyLimitBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function send(response: Response, outgoing: ServerResponse): Promise<void> {
  const body = Buffer.from(await response.arrayBuffer());
  outgoing.writeHead(response.status, [...response.headers].flat());
  outgoing.end(body);
}

function listenError(error: Error, host: string, port: number): HubPortTakenError | HubListenError {
  const code = "code" in error ? String(error.code) : error.message;
  if (code === "EADDRINUSE") {
    return new HubPortTakenError({
      what: `port ${port} on ${host} is taken`,
      why: "another program listens there",
      hint: "Choose another with --port, or 0 to let the system pick",
      cause: error,
    });
  }
  return new HubListenError({
    what: `the local hub cannot listen on ${host}:${port}`,
    why: code,
    hint:
      code === "EACCES" ? "Choose a port above 1023" : "Check --host: it must be an address of this machine",
    cause: error,
  });
}
