import { randomUUID } from "node:crypto";
import { listen, serverUrl } from "../http/listen.ts";
import type { EditedRequest } from "../model/edited-request.ts";
import { type AcceptedSecrets, secretsOf } from "../model/secret.ts";
import { isLoopback, defaultRoute } from "../model/url.ts";
import type { DeliveryLog } from "../store/delivery-log.ts";
import type { RouteSpec } from "./action.ts";
import { assertSendable } from "./edited-delivery.ts";
import { OpenReceiverError } from "./errors.ts";
import { createHttpServer } from "./http-server.ts";
import { makeIntake, type ReceiverMetrics } from "./intake.ts";
import { type KnownSecrets, knownSecrets } from "./known-secrets.ts";
import { type Landing, landingResponse } from "./landing.ts";
import { type ReceiverLimits, withDefaultLimits } from "./limits.ts";
import { type Replayed, replayThroughRoute, replayTo } from "./replay.ts";
import { makeRouteTable, type RouteTable } from "./routes.ts";
import { createActionRunner, abortGraceMs } from "./run-action.ts";
import { defaultRepeats, type RepeatChoice } from "./runs/run-settings.ts";

export interface ReceiverOptions extends Partial<ReceiverLimits> {
  /** Log of deliveries, owned by the caller: `close` leaves it open. */
  readonly log: DeliveryLog;
  /** Listening address. @default "127.0.0.1" */
  readonly host?: string;
  /** Port; 0 for any free port. */
  readonly port: number;
  /** Routes. @default `inbox`, which accepts and logs */
  readonly routes?: readonly RouteSpec[];
  /** Secrets of every route without its own. */
  readonly secret: AcceptedSecrets;
  /** True to accept the secret in the query, as `?secret=`, of a request without its header. @default false */
  readonly acceptQuerySecret?: boolean;
  /** Secrets to redact; those of the routes are added. @default none */
  readonly known?: KnownSecrets;
  /**
   * True if routes without a secret accept deliveries while other machines can reach the receiver. @default
   * false
   */
  readonly open?: boolean;
  /**
   * Returns the public URL if it differs from the listening address, without a trailing slash; null
   * otherwise.
   * @default null
   */
  readonly publicUrl?: () => string | null;
  /** Function that creates the page at `/`. @default a page with the URLs of the routes */
  readonly landing?: Landing;
  /** Returns true for a proxy that is trusted to report the sender's address. @default no proxy is */
  readonly trustsProxy?: (address: string) => boolean;
  /** Metrics at `/metrics`. @default none */
  readonly metrics?: ReceiverMetrics;
  /** Milliseconds since 1970. @default Date.now */
  readonly now?: () => number;
  /**
   * Called for each delivery, attempt and transaction of outcomes that the log did not store. The sender of a
   * valid delivery that was not stored gets 503.
   */
  readonly onLogFailure?: (error: unknown) => void;
  /** Choice for deliveries that repeat an event. @default `defaultRepeats` */
  readonly repeats?: RepeatChoice;
  /** Returns the number of jobs that were given up because they cannot be read, for `/healthz`. @default 0 */
  readonly unreadable?: () => number;
}

export interface Receiver {
  /** Random ID of the running receiver, as at `/healthz`. */
  readonly id: string;
  /** URL of the receiver: `http://127.0.0.1:7860`, without a trailing slash. */
  readonly url: string;
  readonly port: number;
  readonly limits: ReceiverLimits;
  /** Returns the current names of the routes. */
  routes(): readonly string[];
  /**
   * Returns the secret of a route, to send; null if it has none. For null and an unknown route, returns that of
   * routes without their own.
   */
  secretOf(route: string | null): string | null;
  /**
   * Returns true if a route accepts a secret, or needs none. An unknown route accepts those of the receiver.
   * @param secret value of the header; null for a request without it
   * @param inQuery secret in the query, as of `querySecret`
   */
  accepts(route: string, secret: string | null, inQuery: string | null): boolean;
  /** Returns the reason deliveries cannot be stored, as in `/healthz`; null if they can. */
  health(): string | null;
  /** Returns true if a route has no secret; without routes, if the receiver has none. */
  isOpen(): boolean;
  /**
   * Replaces the routes from the next request on. Requests in progress keep their action.
   * @throws {UsageError} a name or a secret is invalid; nothing has changed
   */
  setRoutes(routes: readonly RouteSpec[]): void;
  /**
   * Replaces the secrets of routes without their own, from the next request on.
   * @throws {UsageError} a secret is invalid; nothing has changed
   */
  setSecret(secret: AcceptedSecrets): void;
  /**
   * Replays a logged delivery through its route or to a URL, as a new row with `replayOf`. Resolves when the
   * action has ended or has queued the delivery, or when the request to the URL has ended.
   * @param withSecret sends the secret to a URL on another machine too. @default false
   * @param edit request to send instead of the stored one; the row is marked as edited
   * @throws {NotFoundError | NothingToReplayError | RouteGoneError | UsageError}
   */
  replay(seq: number, to?: string, withSecret?: boolean, edit?: EditedRequest): Promise<Replayed>;
  /** Replays a delivery through its route unless its event is handled or under way; it then gets the result of that. */
  replayOpen(seq: number): Promise<Replayed>;
  /**
   * Stops accepting connections and finishes requests, handlers and replays in progress. Aborts their signals
   * after `graceMs`; an action that has not ended 200 ms later is logged as interrupted.
   */
  close(graceMs: number): Promise<void>;
}

const inbox: RouteSpec = { name: defaultRoute, action: null };

/**
 * Starts receiving deliveries. Each is in the log before its route's action runs and before its sender gets a
 * 2xx.
 * @throws {PortTakenError | UsageError} and the other errors of `listen`
 * @throws {OpenReceiverError} a route has no secret, other machines can reach it, and `open` is not set
 */
export async function startReceiver(options: ReceiverOptions): Promise<Receiver> {
  const { log, host = "127.0.0.1", routes = [inbox], secret, now = Date.now } = options;
  const given = withDefaultLimits(options);
  const maxBodyBytes = Math.min(given.maxBodyBytes, log.maxAppendBytes ?? Infinity);
  const limits = { ...given, maxBodyBytes };
  const { onLogFailure = () => {}, publicUrl = () => null } = options;
  const known = options.known ?? knownSecrets();
  let table = makeTable(routes, secretsOf(secret));
  function makeTable(specs: readonly RouteSpec[], ofReceiver: readonly string[]): RouteTable {
    const made = makeRouteTable(specs, ofReceiver);
    known.add([...ofReceiver, ...specs.flatMap(({ secrets = [] }) => secrets)]);
    return made;
  }
  const staysHere = (): boolean => isLoopback(host) && publicUrl() === null;
  const mayBeOpen = (): boolean => options.open === true || staysHere();
  if (table.isOpen && !mayBeOpen()) {
    throw new OpenReceiverError({
      what: "a route of this receiver has no secret",
      why: publicUrl() === null ? `other machines can reach ${host}` : `everyone can send to ${publicUrl()}`,
      hint: "Set one with --secret or WEBHOOK_SECRET, or accept every delivery with --open or the setting receiver.open",
    });
  }
  const actions = createActionRunner({ log, onLogFailure });
  function health(): string | null {
    const storing = log.storing();
    return storing.ok ? null : storing.reason;
  }
  const id = randomUUID();
  const take = makeIntake({
    id,
    log,
    table: () => table,
    actions,
    repeats: options.repeats ?? defaultRepeats,
    limits,
    trustsProxy: options.trustsProxy ?? (() => false),
    mayBeOpen,
    own: () => ({ host, publicUrl: publicUrl() }),
    known,
    acceptQuerySecret: options.acceptQuerySecret ?? false,
    now,
    health,
    unreadable: options.unreadable ?? (() => 0),
    landing: options.landing ?? defaultLanding,
    metrics: options.metrics ?? null,
    onLogFailure,
  });
  const http = createHttpServer({ limits, take });
  const port = await listen(http.server, host, options.port);
  const url = serverUrl(host, port);
  const names = (): readonly string[] => table.specs.map(({ name }) => name);
  function defaultLanding() {
    return landingResponse({
      url: publicUrl() ?? url,
      routes: names().map((name) => ({ name, hasSecret: accepted(name).length > 0 })),
      unstorable: health(),
    });
  }

  const replays = new Set<Promise<unknown>>();
  const stop = new AbortController();

  const accepted = (route: string | null): readonly string[] =>
    (route === null ? null : table.named(route)?.secrets) ?? table.secrets;
  const secretOf = (route: string | null): string | null => accepted(route)[0] ?? null;

  async function replay(
    seq: number,
    to?: string,
    withSecret = false,
    edit?: EditedRequest,
  ): Promise<Replayed> {
    if (edit !== undefined) assertSendable(edit, limits);
    const common = { log, now, known: known.all(), edit };
    return tracked(
      to === undefined
        ? replayThroughRoute(seq, { ...common, table, actions, onlyOpen: false })
        : replayTo(seq, to, { ...common, secretOf, withSecret }, stop.signal),
    );
  }

  /** Makes closing the receiver wait for a replay. */
  async function tracked(replayed: Promise<Replayed>): Promise<Replayed> {
    replays.add(replayed);
    try {
      return await replayed;
    } finally {
      replays.delete(replayed);
    }
  }

  async function close(graceMs: number): Promise<void> {
    const timer = setTimeout(() => stop.abort(), graceMs);
    // Aborted actions have another 200 ms to send their responses.
    const arrived = Promise.all([http.close(graceMs + abortGraceMs), Promise.allSettled(replays)]);
    await Promise.all([arrived, actions.close(graceMs, arrived)]);
    clearTimeout(timer);
  }

  return {
    id,
    url,
    port,
    limits,
    routes: names,
    health,
    secretOf,
    accepts(route, secret, inQuery) {
      const given = secret ?? (options.acceptQuerySecret ? inQuery : null);
      const result = (table.named(route) ?? table).checkSecret(given);
      return result === "ok" || result === "open";
    },
    isOpen: () => table.isOpen,
    setRoutes(specs) {
      table = makeTable(specs, table.secrets);
    },
    setSecret(secret) {
      table = makeTable(table.specs, secretsOf(secret));
    },
    replay,
    replayOpen: (seq) =>
      tracked(replayThroughRoute(seq, { log, now, known: known.all(), table, actions, onlyOpen: true })),
    close,
  };
}
