import { createServer } from "node:http";
import type { DeliveryLog } from "../store/ports.ts";
import { manageConnections } from "./connections.ts";
import { makeIntake } from "./intake.ts";
import { landingText } from "./landing.ts";
import { listen, serverUrl } from "./listen.ts";
import { type Replayed, replayThroughRoute, replayTo } from "./replay.ts";
import { makeRouteLookup } from "./routes.ts";
import { makeSecretCheck } from "./secret.ts";

export interface ReceiverOptions {
  /** Stays the caller's: closing the receiver leaves it open. */
  readonly log: DeliveryLog;
  /** @default "127.0.0.1" */
  readonly host?: string;
  /** 0: the system picks one. */
  readonly port: number;
  /** Names under /webhooks/. @default ["inbox"] */
  readonly routes?: readonly string[];
  /** What `X-Webhook-Secret` must be; several are accepted alike while one replaces the other, the first is the one sent on replay. Null: open to everyone. */
  readonly secret: string | readonly string[] | null;
  /** @default 5 MiB */
  readonly maxBodyBytes?: number;
  /** From the first byte of a request to the end of its headers. @default 10_000 */
  readonly headersTimeoutMs?: number;
  /** From the first byte of a request to its last. @default 30_000 */
  readonly requestTimeoutMs?: number;
  /** Milliseconds since 1970. @default Date.now */
  readonly now?: () => number;
  /** Told of each delivery the log did not take; its sender got 503. @default nobody is told */
  readonly onLogFailure?: (error: unknown) => void;
}

export interface Receiver {
  /** `http://127.0.0.1:7860`, without a trailing slash. */
  readonly url: string;
  readonly port: number;
  readonly routes: readonly string[];
  /**
   * A logged delivery again, through its route or to a URL: a new row with `replayOf`.
   * @throws {NotFoundError | NothingToReplayError | RouteGoneError | WebhookUrlError}
   */
  replay(seq: number, to?: string): Promise<Replayed>;
  /** Stops accepting, finishes what is in flight, replays too, and cuts that off after `graceMs`. */
  close(graceMs: number): Promise<void>;
}

/**
 * Starts to receive deliveries: each is in the log before its sender gets a 2xx.
 * @throws {PortTakenError | PortForbiddenError | ListenError | RouteNameError | SecretFormatError}
 */
export async function startReceiver(options: ReceiverOptions): Promise<Receiver> {
  const { log, host = "127.0.0.1", routes = ["inbox"], secret, maxBodyBytes = 5 * 1024 * 1024 } = options;
  const { headersTimeoutMs = 10_000, requestTimeoutMs = 30_000, now = Date.now } = options;
  const secrets = secret === null ? [] : typeof secret === "string" ? [secret] : secret;
  const findPlace = makeRouteLookup(routes);
  const checkSecret = makeSecretCheck(secrets);
  const server = createServer({
    headersTimeout: Math.min(headersTimeoutMs, requestTimeoutMs),
    requestTimeout: requestTimeoutMs,
    connectionsCheckingInterval: Math.min(1_000, headersTimeoutMs, requestTimeoutMs),
    // Node's own answer to a missing Host has no body that says what is wrong.
    requireHostHeader: false,
    maxHeaderSize: 16_384,
  });
  const connections = manageConnections(server);
  let landing = "";
  const take = makeIntake(connections, {
    log,
    findPlace,
    checkSecret,
    maxBodyBytes,
    now,
    landing: () => landing,
    onLogFailure: options.onLogFailure ?? (() => {}),
  });
  server.on("request", (request, response) => take(request, response, "nothing"));
  server.on("checkContinue", (request, response) => take(request, response, "continue"));
  server.on("checkExpectation", (request, response) => take(request, response, "unknown"));

  const port = await listen(server, host, options.port);
  const url = serverUrl(host, port);
  landing = landingText(url, routes, secrets.length > 0);

  const replays = new Set<Promise<unknown>>();
  const stop = new AbortController();
  const replayOptions = { log, routes, secret: secrets[0] ?? null, now };

  async function replay(seq: number, to?: string): Promise<Replayed> {
    const replayed =
      to === undefined
        ? replayThroughRoute(seq, replayOptions)
        : replayTo(seq, to, replayOptions, stop.signal);
    replays.add(replayed);
    try {
      return await replayed;
    } finally {
      replays.delete(replayed);
    }
  }

  async function close(graceMs: number): Promise<void> {
    const timer = setTimeout(() => stop.abort(), graceMs);
    await Promise.all([connections.close(graceMs), Promise.allSettled(replays)]);
    clearTimeout(timer);
  }

  return { url, port, routes, replay, close };
}
