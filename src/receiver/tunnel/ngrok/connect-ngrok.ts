import type { Clock } from "../../../model/clock.ts";
import type { Connection, ConnectionEvents } from "../provider.ts";
import { ngrokErrors } from "./errors.ts";
import type { NgrokListener, NgrokSdk, NgrokSession } from "./sdk.ts";

export interface NgrokIngress {
  /** Address in the form `host:port`. */
  readonly address: string;
  /** Trusted certificate authority, PEM. */
  readonly certificate: Uint8Array;
}

export interface NgrokConnect {
  readonly token: string;
  readonly domain: string | null;
  readonly trafficPolicy: string | null;
  readonly ingress: NgrokIngress | null;
  readonly localUrl: string;
}

/** Limit for connecting, in milliseconds; needed for firewalls that drop packets. */
const connectTimeoutMs = 30_000;
/** Limit for closing the listener, and again for the session, in milliseconds. */
const closeTimeoutMs = 1_000;

/**
 * Opens one session with one listener.
 * @throws the SDK's errors; {TunnelError} ngrok-unreachable after 30 s, when it is aborted, or without an
 * address
 */
export async function connectNgrok(
  sdk: NgrokSdk,
  { token, domain, trafficPolicy, ingress, localUrl }: NgrokConnect,
  events: ConnectionEvents,
  clock: Clock,
  signal: AbortSignal,
): Promise<Connection> {
  const health = watchSession(events, clock, domain !== null);
  let session: NgrokSession | null = null;
  let listener: NgrokListener | null = null;
  let closed = false;

  async function close(): Promise<void> {
    closed = true;
    health.stop();
    await endAll();
  }

  /**
   * Closes the listener first, which releases the address at once; the SDK does not close the connection of a
   * closed session. Both calls fail if the connection is gone, and these errors are ignored.
   */
  async function endAll(): Promise<void> {
    await withinTimeout(listener?.close().catch(() => {}));
    await withinTimeout(session?.close().catch(() => {}));
  }

  /** Waits for a close, at most `closeTimeoutMs`, because a dead connection never responds. */
  async function withinTimeout(closing: Promise<void> | undefined): Promise<void> {
    const timeout = Promise.withResolvers<void>();
    const cancel = clock.after(closeTimeoutMs, () => timeout.resolve());
    await Promise.race([closing, timeout.promise]);
    cancel();
  }

  const builder = new sdk.SessionBuilder();
  builder.authtoken(token);
  if (ingress !== null) builder.serverAddr(ingress.address).caCert(ingress.certificate);
  builder.handleDisconnection(() => {
    if (!closed) health.disconnected();
    return true;
  });
  builder.handleHeartbeat((latencyMs) => {
    // A session that was abandoned while the SDK was reconnecting can come back later.
    if (closed && latencyMs !== null) void endAll();
    if (!closed) health.heartbeat(latencyMs !== null);
  });

  async function start(): Promise<NgrokListener> {
    session = await builder.connect();
    if (closed) return endLate();
    const endpoint = session.httpEndpoint();
    if (domain !== null) endpoint.domain(domain);
    if (trafficPolicy !== null) endpoint.trafficPolicy(trafficPolicy);
    listener = await endpoint.listenAndForward(localUrl);
    return closed ? endLate() : listener;
  }

  /** Cleans up if `close` was called while connecting. */
  async function endLate(): Promise<never> {
    await endAll();
    throw ngrokErrors.unreachable("the tunnel was closed while it was opening");
  }

  const tooLong = Promise.withResolvers<never>();
  const giveUp = (why: string) => (): void => tooLong.reject(ngrokErrors.unreachable(why));
  const cancel = clock.after(connectTimeoutMs, giveUp("no response within 30 s"));
  const stop = giveUp("the tunnel was closed while it was opening");
  signal.addEventListener("abort", stop);
  if (signal.aborted) stop();
  try {
    const started = start();
    const open = await Promise.race([started, tooLong.promise]);
    const url = open.url();
    if (url === null) throw ngrokErrors.unreachable("it assigned no address");
    void open.join().then(
      () => events.lost("ngrok ended the tunnel"),
      () => events.lost("ngrok ended the tunnel"),
    );
    return {
      url: url.replace(/\/$/, ""),
      // Addresses do not expire on any plan (https://ngrok.com/docs/pricing-limits/free-plan-limits).
      endsAtMs: null,
      check: () => health.doubt("the machine was asleep"),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  } finally {
    cancel();
    signal.removeEventListener("abort", stop);
  }
}

/** Health of a session, from the SDK's events. */
export interface SessionHealth {
  disconnected(): void;
  heartbeat(responded: boolean): void;
  /** Treats the session as interrupted until the next heartbeat with a response. */
  doubt(reason: string): void;
  stop(): void;
}

/**
 * Limit for the SDK to reconnect, in milliseconds. Its third attempt is after 2.5 s, its fourth two minutes
 * later.
 */
const recoverTimeoutMs = 15_000;
/**
 * Delay after the first heartbeat of a new connection, in milliseconds; the request for the address follows
 * it and takes at most this long.
 */
const settleMs = 3_000;

/**
 * Watches a session. The SDK reconnects by itself if a connection is lost, but after a few seconds only at
 * long intervals; if heartbeats stay without a response, as after sleep, it does nothing. It does not report
 * that a reconnection got another address. Therefore a session is given up if it does not recover soon, or if
 * it recovers and its address may have changed.
 * @param keepsAddress true if the address is a fixed domain
 */
export function watchSession(events: ConnectionEvents, clock: Clock, keepsAddress: boolean): SessionHealth {
  let trouble: "none" | "mute" | "cut" = "none";
  let cancel = (): void => {};

  function later(ms: number, then: () => void): void {
    cancel();
    cancel = clock.after(ms, then);
  }

  function suspect(kind: "mute" | "cut", reason: string): void {
    const isNew = trouble !== kind;
    trouble = trouble === "cut" ? "cut" : kind;
    if (isNew || kind === "cut") later(recoverTimeoutMs, () => events.lost(reason));
    if (isNew) events.interrupted(reason);
  }

  function back(): void {
    trouble = "none";
    events.resumed();
  }

  return {
    disconnected: () => suspect("cut", "the connection to ngrok was lost"),
    heartbeat(responded) {
      if (!responded) return suspect("mute", "ngrok does not respond");
      if (trouble === "mute") {
        cancel();
        back();
      } else if (trouble === "cut") {
        later(settleMs, keepsAddress ? back : () => events.lost("ngrok is back, perhaps at another address"));
      }
    },
    doubt: (reason) => suspect("mute", reason),
    stop: () => cancel(),
  };
}
