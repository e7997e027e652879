import { listen, serverUrl } from "../http/listen.ts";
import { type AcceptedSecrets, secretsOf } from "../model/accepted-secrets.ts";
import { isLoopback } from "../model/loopback.ts";
import { defaultRoute } from "../model/url.ts";
import type { DeliveryLog } from "../store/ports.ts";
import type { RouteSpec } from "./action.ts";
import { OpenReceiverError } from "./errors.ts";
import { createHttpServer } from "./http-server.ts";
import { makeIntake } from "./intake.ts";
import { type Landing, landingAnswer } from "./landing.ts";
import { type ReceiverLimits, withUsualLimits } from "./limits.ts";
import { type Replayed, replayThroughRoute, replayTo } from "./replay.ts";
import { makeRouteTable } from "./routes.ts";
import { createActionRunner, lastWordMs } from "./run-action.ts";

export interface ReceiverOptions extends Partial<ReceiverLimits> {
  /** Stays the caller's: closing the receiver leaves it open. */
  readonly log: DeliveryLog;
  /** @default "127.0.0.1" */
  readonly host?: string;
  /** 0: the system picks one. */
  readonly port: number;
  /** @default one of the name `inbox` that accepts and logs */
  readonly routes?: readonly RouteSpec[];
  /** Of every route that has none of its own. */
  readonly secret: AcceptedSecrets;
  /** Everyone may send who can reach it, also from beyond this machine, on routes without a secret. @default false */
  readonly open?: boolean;
  /** Where senders reach it when that is not where it listens, without a trailing slash; null: it is. @default always null */
  readonly publicUrl?: () => string | null;
  /** The page at `/`. @default one that says where webhooks are sent to */
  readonly landing?: Landing;
  /** Whether this address is a proxy whose word about a sender's address counts. @default none is */
  readonly trustsProxy?: (address: string) => boolean;
  /** Milliseconds since 1970. @default Date.now */
  readonly now?: () => number;
  /** Told of each delivery the log did not take, whose sender got 503, and of outcomes it did not take. @default nobody is told */
  readonly onLogFailure?: (error: unknown) => void;
}

export interface Receiver {
  /** `http://127.0.0.1:7860`, without a trailing slash. */
  readonly url: string;
  readonly port: number;
  readonly limits: ReceiverLimits;
  /** Their names, at this moment. */
  routes(): readonly string[];
  /** What is accepted on a route, the one to send first; null or a route that is gone: on those without secrets of their own. */
  secretsOf(route: string | null): readonly string[];
  /** Why deliveries cannot be stored, as `/healthz` tells it; null: they can. */
  health(): string | null;
  /** Whether a route accepts whatever comes, for want of a secret. */
  isOpen(): boolean;
  /**
   * From the next request on there are these. Requests under way keep the action they came for.
   * @throws {UsageError} nothing has changed then
   */
  setRoutes(routes: readonly RouteSpec[]): void;
  /**
   * From the next request on these are accepted on every route that has none of its own.
   * @throws {UsageError} nothing has changed then
   */
  setSecret(secret: AcceptedSecrets): void;
  /**
   * A logged delivery again, through its route or to a URL: a new row with `replayOf`. Resolves when its handler or target has answered.
   * @param withSecret whether the secret also goes to a URL on another machine. @default false
   * @throws {NotFoundError | NothingToReplayError | RouteGoneError | UsageError}
   */
  replay(seq: number, to?: string, withSecret?: boolean): Promise<Replayed>;
  /**
   * Stops accepting, finishes what is in flight, handlers and replays too. After `graceMs` it cuts that off: signals are aborted, and the row
   * of a handler that does not end for all that, within 200 ms, says interrupted.
   */
  close(graceMs: number): Promise<void>;
}

const inbox: RouteSpec = { name: defaultRoute, action: null };

/**
 * Starts to receive deliveries: each is in the log before its route's action gets it and before its sender gets a 2xx.
 * @throws {PortTakenError | PortForbiddenError | ListenError | UsageError}
 * @throws {OpenReceiverError} a route has no secret, others than this machine can reach it, and `open` is not set
 */
export async function startReceiver(options: ReceiverOptions): Promise<Receiver> {
  const { log, host = "127.0.0.1", routes = [inbox], secret, now = Date.now } = options;
  const limits = withUsualLimits(options);
  const { onLogFailure = () => {}, publicUrl = () => null } = options;
  let table = makeRouteTable(routes, secretsOf(secret));
  const staysHere = (): boolean => isLoopback(host) && publicUrl() === null;
  const mayBeOpen = (): boolean => options.open === true || staysHere();
  if (table.isOpen && !mayBeOpen()) {
    throw new OpenReceiverError({
      what: "this receiver has no secret",
      why:
        publicUrl() === null
          ? `${host} is reached by others than this machine`
          : `everyone can send to ${publicUrl()}`,
      hint: "Give it one with --secret or WEBHOOK_SECRET, or let everyone in with --open or the setting receiver.open",
    });
  }
  const actions = createActionRunner({ log, onLogFailure });
  function health(): string | null {
    const storing = log.storing();
    return storing.ok ? null : storing.reason;
  }
  const take = makeIntake({
    log,
    table: () => table,
    actions,
    limits,
    trustsProxy: options.trustsProxy ?? (() => false),
    mayBeOpen,
    own: () => ({ host, publicUrl: publicUrl() }),
    now,
    health,
    landing: options.landing ?? usualLanding,
    onLogFailure,
  });
  const http = createHttpServer({ limits, take });
  const port = await listen(http.server, host, options.port);
  const url = serverUrl(host, port);
  const names = (): readonly string[] => table.specs.map(({ name }) => name);
  function usualLanding() {
    return landingAnswer({
      url: publicUrl() ?? url,
      routes: names(),
      secretSet: !table.isOpen,
      unstorable: health(),
    });
  }

  const replays = new Set<Promise<unknown>>();
  const stop = new AbortController();

  const accepted = (route: string | null): readonly string[] =>
    (route === null ? null : table.named(route)?.secrets) ?? table.secrets;
  const secretOf = (route: string | null): string | null => accepted(route)[0] ?? null;

  async function replay(seq: number, to?: string, withSecret = false): Promise<Replayed> {
    const replayed =
      to === undefined
        ? replayThroughRoute(seq, { log, table, actions, now })
        : replayTo(seq, to, { log, secretOf, now, withSecret }, stop.signal);
    replays.add(replayed);
    try {
      return await replayed;
    } finally {
      replays.delete(replayed);
    }
  }

  async function close(graceMs: number): Promise<void> {
    const timer = setTimeout(() => stop.abort(), graceMs);
    // What an action says when it is told to stop is still to reach its sender.
    const arrived = Promise.all([http.close(graceMs + lastWordMs), Promise.allSettled(replays)]);
    await Promise.all([arrived, actions.close(graceMs, arrived)]);
    clearTimeout(timer);
  }

  return {
    url,
    port,
    limits,
    routes: names,
    health,
    secretsOf: accepted,
    isOpen: () => table.isOpen,
    setRoutes(specs) {
      table = makeRouteTable(specs, table.secrets);
    },
    setSecret(secret) {
      table = makeRouteTable(table.specs, secretsOf(secret));
    },
    replay,
    close,
  };
}
