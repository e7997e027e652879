import type { Clock } from "../../../model/clock.ts";
import type { Connection, ConnectionEvents } from "../provider.ts";
import { NgrokUnreachableError } from "./errors.ts";
import type { NgrokListener, NgrokSdk, NgrokSession } from "./ngrok-sdk.ts";
import { watchSession } from "./session-health.ts";

export interface NgrokIngress {
  /** `host:port` */
  readonly address: string;
  /** PEM: what its TLS is checked against. */
  readonly certificate: Uint8Array;
}

export interface NgrokConnect {
  readonly token: string;
  readonly domain: string | null;
  readonly trafficPolicy: string | null;
  readonly ingress: NgrokIngress | null;
  readonly localUrl: string;
}

/** A firewall that swallows packets is not waited for longer. */
const connectTimeoutMs = 30_000;
/** Nor either of two goodbyes that nobody hears. */
const closeTimeoutMs = 1_000;

/**
 * One session with one listener.
 * @throws whatever the SDK does; {NgrokUnreachableError} when it takes too long
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
   * The listener first: that frees the address at once, while of a closed session the SDK leaves the connection to die by itself.
   * Both fail when the connection is gone, which is what was wanted.
   */
  async function endAll(): Promise<void> {
    await withinPatience(listener?.close().catch(() => {}));
    await withinPatience(session?.close().catch(() => {}));
  }

  /** A connection that is dead without knowing it answers nothing. */
  async function withinPatience(goodbye: Promise<void> | undefined): Promise<void> {
    const patience = Promise.withResolvers<void>();
    const cancel = clock.after(closeTimeoutMs, () => patience.resolve());
    await Promise.race([goodbye, patience.promise]);
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
    // A session that was given up in the middle of a try of the SDK's can come back to life later.
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

  /** Somebody gave up while it was still connecting. */
  async function endLate(): Promise<never> {
    await endAll();
    throw new NgrokUnreachableError("it was closed while it opened");
  }

  const tooLong = Promise.withResolvers<never>();
  const giveUp = (why: string) => (): void => tooLong.reject(new NgrokUnreachableError(why));
  const cancel = clock.after(connectTimeoutMs, giveUp("no answer within 30 s"));
  const stop = giveUp("it was closed while it opened");
  signal.addEventListener("abort", stop);
  if (signal.aborted) stop();
  try {
    const started = start();
    const open = await Promise.race([started, tooLong.promise]);
    const url = open.url();
    if (url === null) throw new NgrokUnreachableError("it gave no address");
    void open.join().then(
      () => events.lost("ngrok ended the tunnel"),
      () => events.lost("ngrok ended the tunnel"),
    );
    return {
      url: url.replace(/\/$/, ""),
      // Neither its plans nor its service give an address an end (https://ngrok.com/docs/pricing-limits/free-plan-limits).
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
