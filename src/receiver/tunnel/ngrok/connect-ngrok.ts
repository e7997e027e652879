import type { Clock } from "../../../model/clock.ts";
import type { Connection, ConnectionEvents } from "../provider.ts";
import { ngrokErrors } from "./errors.ts";
import type { NgrokListener, NgrokSdk, NgrokSession } from "./sdk.ts";
import { watchSession } from "./session-health.ts";

export interface NgrokIngress {
  /** Form: `host:port`. */
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

/** Limit for connecting, for firewalls that drop packets. */
const connectTimeoutMs = 30_000;
/** Limit for closing the listener, and again for the session. */
const closeTimeoutMs = 1_000;

/**
 * Opens one session with one listener.
 * @throws the SDK's errors; {TunnelError} ngrok-unreachable after 30 s
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
   * Closes the listener first, which frees the address at once; the SDK does not close the connection of a closed session.
   * Both fail if the connection is already gone, which is fine.
   */
  async function endAll(): Promise<void> {
    await withinTimeout(listener?.close().catch(() => {}));
    await withinTimeout(session?.close().catch(() => {}));
  }

  /** A dead connection never responds. */
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
    throw ngrokErrors.unreachable("it was closed while opening");
  }

  const tooLong = Promise.withResolvers<never>();
  const giveUp = (why: string) => (): void => tooLong.reject(ngrokErrors.unreachable(why));
  const cancel = clock.after(connectTimeoutMs, giveUp("no response within 30 s"));
  const stop = giveUp("it was closed while opening");
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
