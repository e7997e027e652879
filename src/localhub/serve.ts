import { createServer } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { getRequestListener, RequestError } from "@hono/node-server";
import { listen, serverUrl } from "../http/listen.ts";
import type { Logger } from "../model/logger.ts";
import { isLoopback } from "../model/url.ts";
import { refusal } from "./errors.ts";

export interface ListenOptions {
  /** Address of this machine to listen on: `127.0.0.1`, `::1`, `0.0.0.0`, `localhost`. */
  readonly host: string;
  /** Port; 0 for any free port. */
  readonly port: number;
  /**
   * True to accept every `Host` header on a loopback address too: a proxy forwards requests to it.
   * @default false
   */
  readonly anyName?: boolean;
}

export interface ServeParts {
  readonly fetch: (request: Request) => Promise<Response>;
  readonly logger: Logger;
}

/** Limit for receiving a whole request, including a push, in milliseconds. */
const requestTimeoutMs = 15 * 60_000;

/** Delay of a 401 for a wrong token if other users can reach the hub, in milliseconds. */
const wrongTokenDelayMs = 1000;
/** Maximum number of concurrently delayed 401s; a further one becomes a 429 without a delay. */
const maxDelayed = 64;

/** A hub that accepts connections. */
export interface Listening {
  readonly port: number;
  /** `http://HOST:PORT`, without a trailing slash. */
  readonly url: string;
  /**
   * Stops accepting connections, waits for pending responses, and cuts the remaining connections after
   * `graceMs`.
   */
  close(graceMs: number): Promise<void>;
}

/**
 * Serves a standard fetch function over HTTP.
 * @throws {PortTakenError | PortForbiddenError | ListenError}
 */
export async function serve(
  { fetch, logger }: ServeParts,
  { host, port, anyName = false }: ListenOptions,
): Promise<Listening> {
  const loopbackOnly = isLoopback(host) && !anyName;
  const respond = loopbackOnly ? fetch : delayWrongTokens(fetch);
  const listener = getRequestListener((request) => refuseForeign(request, loopbackOnly) ?? respond(request), {
    // Library users keep the platform's Request and Response.
    overrideGlobalObjects: false,
    errorHandler: (error) => {
      if (error instanceof RequestError) return closing(400, "Bad request");
      logger.error(`a request failed: ${String(error)}`);
      return closing(500, "This local hub failed; see its log");
    },
  });
  const server = createServer(
    { requestTimeout: requestTimeoutMs, headersTimeout: 10_000 },
    (incoming, outgoing) => void listener(incoming, outgoing),
  );

  const boundPort = await listen(server, host, port);
  return {
    port: boundPort,
    url: serverUrl(host, boundPort),
    async close(graceMs) {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      const cut = setTimeout(() => server.closeAllConnections(), graceMs);
      await closed;
      clearTimeout(cut);
    },
  };
}

type Fetch = ServeParts["fetch"];

/**
 * Returns the refusal of a request with an unsupported method, or from a page of another site in a browser;
 * null for any other request. `Host` reveals a page that reaches a loopback hub under another name (DNS
 * rebinding); `Origin` and `Sec-Fetch-Site` reveal other sites.
 */
function refuseForeign({ method, headers }: Request, loopbackOnly: boolean): Response | null {
  // The platform's Request cannot represent these methods.
  if (/^(?:CONNECT|TRACE|TRACK)$/i.test(method)) return closing(400, "Bad request");
  const host = headers.get("host") ?? "";
  if (loopbackOnly && !isLoopback(URL.parse(`http://${host}`)?.hostname ?? "")) {
    return closing(403, `This hub does not accept the host ${host || "name"}: use localhost or 127.0.0.1`);
  }
  const origin = headers.get("origin");
  const isForeign = origin !== null && URL.parse(origin)?.host !== host.toLowerCase();
  if (isForeign || headers.get("sec-fetch-site") === "cross-site") {
    return closing(403, "Requests from other sites are refused");
  }
  return null;
}

/**
 * Creates a fetch function that delays 401s to slow down guessing. A request without `Authorization`, such as
 * git's first, is not delayed.
 */
function delayWrongTokens(fetch: Fetch): Fetch {
  let delayed = 0;
  return async (request) => {
    const response = await fetch(request);
    if (response.status !== 401 || !request.headers.has("authorization")) return response;
    if (delayed >= maxDelayed) return closing(429, "Too many wrong tokens at once");
    delayed += 1;
    await pause(wrongTokenDelayMs);
    delayed -= 1;
    return response;
  };
}

/** Creates a refusal that closes the connection: the rest of the request may still be in transit. */
function closing(status: number, message: string): Response {
  return refusal(status, message, { connection: "close" });
}
