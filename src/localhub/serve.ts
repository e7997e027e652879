import { createServer, type IncomingMessage } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { HTTPException } from "hono/http-exception";
import { isLoopback } from "../model/loopback.ts";
import { HubListenError, HubPortTakenError } from "./errors.ts";
import type { Gate } from "./gate.ts";
import { refusalReason } from "./guard.ts";
import { headersOf, requestOf, type StreamLimit, urlOf } from "./incoming-request.ts";
import { sendAnswer } from "./outgoing-answer.ts";
import { refusal } from "./refusal.ts";

export interface ListenOptions {
  /** An address of this machine: `127.0.0.1`, `::1`, `0.0.0.0`, `localhost`. */
  readonly host: string;
  /** 0: the system picks. */
  readonly port: number;
  /** Answer to every name, also on loopback: others come through a proxy there. Default false. */
  readonly anyName?: boolean;
}

export interface ServeParts {
  readonly gate: Gate;
  /** Answers what the gate lets through. */
  readonly answer: (request: Request) => Response | Promise<Response>;
  /** Which requests are handed on before their body is here. */
  readonly streamLimit: StreamLimit;
  /** Takes one line. */
  readonly log: (line: string) => void;
}

/** A request as a whole, a push included. */
const requestTimeoutMs = 15 * 60_000;

/** A wrong token is answered so much later where others than this machine's user can try. */
const wrongTokenDelayMs = 1000;
/** So many of them wait at a time; one more is told to come back. */
const mostWaiting = 64;

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
  parts: ServeParts,
  { host, port, anyName = false }: ListenOptions,
): Promise<Listening> {
  const loopbackOnly = isLoopback(host) && !anyName;
  const hold = loopbackOnly ? null : makeHold();
  const server = createServer(
    { requestTimeout: requestTimeoutMs, headersTimeout: 10_000 },
    (incoming, outgoing) => {
      respond(incoming, parts, loopbackOnly, hold)
        .then((response) => sendAnswer(response, incoming, outgoing))
        .catch((error: unknown) => {
          parts.log(`a request could not be answered: ${String(error)}`);
          outgoing.destroy();
        });
    },
  );

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
  { gate, answer, streamLimit }: ServeParts,
  loopbackOnly: boolean,
  hold: Hold | null,
): Promise<Response> {
  const headers = headersOf(incoming);
  const refused = refusalReason(headers, loopbackOnly);
  if (refused !== null) return closing(403, refused);
  try {
    const url = urlOf(incoming, headers);
    const authorization = headers.get("authorization");
    const denied = gate(url.pathname, authorization);
    if (denied !== null) {
      // Git asks without a token first: that is no guess.
      return hold === null || authorization === null ? denied : await hold(denied);
    }
    return await answer(await requestOf(incoming, url, headers, streamLimit));
  } catch (error) {
    if (error instanceof HTTPException) return closing(error.status, error.message);
    throw error;
  }
}

type Hold = (denied: Response) => Promise<Response>;

/** Gives the answer to a wrong token back later, or another at once where too many wait. */
function makeHold(): Hold {
  let waiting = 0;
  return async (denied) => {
    if (waiting >= mostWaiting) return closing(429, "Too many wrong tokens at a time");
    waiting += 1;
    await pause(wrongTokenDelayMs);
    waiting -= 1;
    return denied;
  };
}

/** A refusal after which the connection is not used again: the rest of the request may still be on its way. */
function closing(status: number, message: string): Response {
  return refusal(status, message, { connection: "close" });
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
