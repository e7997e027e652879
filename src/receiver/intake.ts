import { hash } from "node:crypto";
import { headerPairs } from "../http/post.ts";
import { noKey } from "../model/event-key.ts";
import type { DeliveryLog } from "../store/delivery-log.ts";
import type { EventStanding } from "../store/events.ts";
import { byteSize } from "../text/numbers.ts";
import { redactText } from "../text/redact.ts";
import type { ActionResponse, RouteAction } from "./action.ts";
import { type Arrival, rowOf } from "./arrival.ts";
import { clientAddress } from "./client-address.ts";
import { duplicateKey } from "./duplicate-key.ts";
import { type DeliveryHeaders, type HeadFault, querySecret, readHeaders } from "./headers.ts";
import type { HttpExchange } from "./http-exchange.ts";
import type { KnownSecrets } from "./known-secrets.ts";
import type { Landing } from "./landing.ts";
import type { ReceiverLimits } from "./limits.ts";
import type { makeMetricsAccess } from "./metrics/access.ts";
import { type ParsedBody, badJson, isDeeperThan, parseBody } from "./parse-body.ts";
import {
  bodyTooLarge,
  healthResponse,
  loggedAcceptedResponse,
  nestedTooDeep,
  noRoom,
  notStored,
  pageFailed,
  refusals,
  acceptedResponse,
} from "./responses.ts";
import type { Route, RouteTable } from "./routes.ts";
import type { ActionRunner } from "./run-action.ts";
import { actionAgain, actionOfRepeat } from "./runs/repeats.ts";
import type { RepeatChoice } from "./runs/run-settings.ts";
import { storedResponse } from "./stored-response.ts";
import { type OwnAddresses, type PageHeaders, hasForeignHost, isFromOtherSite } from "./web-page.ts";

/** Maximum stored size of a body that is not JSON or is nested too deep, in bytes. */
const refusedBodyBytes = 4_096;

const noBody = Buffer.alloc(0);

/** Maximum length of a quotation from a request in a reason, in UTF-16 units. */
const maxQuoteLength = 200;

/** Response to a refused request, and the reason in its row. */
interface Refusal {
  readonly response: ActionResponse;
  readonly reason: string;
}

/** Refusals of faulty heads. `header` is the one whose value the reason quotes; empty if none. */
const faults: Record<HeadFault, readonly [response: ActionResponse, reason: string, header: string]> = {
  "no-host": [refusals.noHost, "no Host header", ""],
  "two-hosts": [refusals.twoHosts, "more than one Host header", ""],
  expectation: [refusals.expectation, "unsupported Expect", "expect"],
  "content-coding": [refusals.contentCoding, "unsupported Content-Encoding", "content-encoding"],
  "transfer-coding": [refusals.transferCoding, "unsupported Transfer-Encoding", "transfer-encoding"],
};

const full: Refusal = {
  response: noRoom,
  reason: "the bodies of other deliveries use all memory for bodies",
};

/** Metrics of a receiver. */
export interface ReceiverMetrics {
  readonly access: ReturnType<typeof makeMetricsAccess>;
  /** Returns the metrics in the text format of Prometheus. */
  read(): Promise<{ readonly contentType: string; readonly text: string }>;
}

export interface IntakeOptions {
  readonly log: Pick<DeliveryLog, "append" | "original">;
  /** Returns the current routes. */
  readonly table: () => RouteTable;
  readonly actions: Pick<ActionRunner, "run" | "join" | "written">;
  readonly repeats: RepeatChoice;
  readonly limits: Pick<ReceiverLimits, "maxBodyBytes" | "maxJsonDepth">;
  /** Returns true for a proxy that is trusted to report the sender's address. */
  readonly trustsProxy: (address: string) => boolean;
  /** Returns true if routes without a secret accept deliveries now. */
  readonly mayBeOpen: () => boolean;
  /** Returns the current addresses of the receiver. */
  readonly own: () => OwnAddresses;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly known: KnownSecrets;
  /** True to accept the secret in the query, as `?secret=`, of a request without its header. */
  readonly acceptQuerySecret: boolean;
  /** Function that creates the page at `/`. */
  readonly landing: Landing;
  /** Returns the reason deliveries cannot be stored; null if they can. */
  readonly health: () => string | null;
  /** ID of the running receiver. */
  readonly id: string;
  readonly unreadable: () => number;
  /** Metrics; null if there are none. */
  readonly metrics: ReceiverMetrics | null;
  /** Called for each delivery the log did not store. */
  readonly onLogFailure: (error: unknown) => void;
}

/** A stored delivery that waits for its route's action. */
interface StoredDelivery {
  readonly seq: number;
  readonly route: Route;
  readonly action: RouteAction;
  readonly body: Buffer<ArrayBuffer>;
  readonly parsed: ParsedBody;
}

/**
 * Creates the request handler: it checks route, method, secret, size and body, logs the request, and responds
 * once its row is durable or could not be stored. Every request under /webhooks/ is logged, refused or not,
 * unless the sender disconnects before the end of its body.
 */
export function makeIntake(options: IntakeOptions): (exchange: HttpExchange) => void {
  const { log, table, actions, trustsProxy, now, landing, onLogFailure } = options;
  const { maxBodyBytes, maxJsonDepth } = options.limits;
  const tooLargeResponse = bodyTooLarge(maxBodyBytes);
  const tooDeep: Refusal = {
    response: nestedTooDeep(maxJsonDepth),
    reason: `the JSON is nested deeper than ${maxJsonDepth} levels`,
  };

  return (exchange) => {
    const routes = table();
    const place = routes.find(exchange.target);
    if (place.kind === "landing") {
      void landingOf(exchange).then((page) => exchange.respond(page));
      return;
    }
    if (place.kind === "health") {
      exchange.respond(
        isRead(exchange)
          ? healthResponse(options.id, options.health(), options.unreadable())
          : refusals.pageMethod,
      );
      return;
    }
    if (place.kind === "metrics" && options.metrics !== null) {
      void metricsOf(exchange, options.metrics).then((response) => exchange.respond(response));
      return;
    }
    if (place.kind === "elsewhere" || place.kind === "metrics") {
      exchange.respond(refusals.notFound);
      return;
    }
    const route = place.kind === "route" ? place.route : null;
    const known = options.known.all();
    const headers = readHeaders(exchange.request, known);
    const given = headers.secret ?? (options.acceptQuerySecret ? querySecret(exchange.target) : null);
    const auth = (route ?? routes).checkSecret(given);
    const remote = clientAddress(exchange.remote, headers.logged, trustsProxy);
    const startedMs = performance.now();
    const arrival = { exchange, remote, receivedAtMs: now(), startedMs, route, known, headers, auth };
    const refusal = refusalBeforeBody(arrival);
    if (refusal !== null) {
      const isOfSize = refusal.response === tooLargeResponse || refusal.response === noRoom;
      logRefused(arrival, refusal, isOfSize ? (headers.contentLength ?? 0) : 0);
      return;
    }
    exchange.readBody(
      maxBodyBytes,
      (body) => takeBody(arrival, body),
      (fault, bytes) => logRefused(arrival, fault === "too-large" ? tooLarge(null) : full, bytes),
    );
  };

  async function metricsOf(exchange: HttpExchange, metrics: ReceiverMetrics): Promise<ActionResponse> {
    if (!isRead(exchange)) return refusals.pageMethod;
    const { request, remote } = exchange;
    const refusal = metrics.access({
      peer: remote,
      headers: readHeaders(request, []),
      authorization: request.headers.authorization ?? null,
      publicUrl: options.own().publicUrl,
    });
    if (refusal !== null) return refusal;
    try {
      const { contentType, text } = await metrics.read();
      return { status: 200, headers: ["Content-Type", contentType, "Cache-Control", "no-store"], body: text };
    } catch {
      return pageFailed;
    }
  }

  async function landingOf(exchange: HttpExchange): Promise<ActionResponse> {
    if (!isRead(exchange)) return refusals.pageMethod;
    const { method, target, request } = exchange;
    const { page, fault } = readHeaders(request, []);
    if (fault === null && table().isOpen && hasForeignHost(page, options.own())) return refusals.foreignHost;
    try {
      return await landing({ method, target, headers: headerPairs(request.rawHeaders) });
    } catch {
      // The response contains no details, because the error may quote anything.
      return pageFailed;
    }
  }

  /**
   * Returns the refusal of a request that needs no body to be refused; null if there is none. Checks host,
   * route, method, secret, and then the headers of the body, for which it reserves memory.
   */
  function refusalBeforeBody({ exchange, route, headers, auth }: Arrival): Refusal | null {
    const { method, target } = exchange;
    const { fault, contentLength, logged } = headers;
    if (fault === "no-host" || fault === "two-hosts") return faulty(fault, logged);
    if (route === null)
      return { response: refusals.unknownRoute, reason: `no route ${quote(pathOf(target))}` };
    if (method !== "POST")
      return { response: refusals.routeMethod, reason: `the method is ${method}, not POST` };
    if (auth === "missing") return { response: refusals.secretMissing, reason: "no secret" };
    if (auth === "wrong") return { response: refusals.secretWrong, reason: "wrong secret" };
    const ofOpen = auth === "open" ? openRefusal(headers.page) : null;
    if (ofOpen !== null) return ofOpen;
    if (fault !== null) return faulty(fault, logged);
    if (contentLength === null) return null;
    if (contentLength > maxBodyBytes) return tooLarge(contentLength);
    return exchange.holdBody(contentLength) ? null : full;
  }

  /**
   * Returns the refusal of a request to a route without a secret; null if it is accepted. Any web page can
   * make a browser send requests to this machine.
   */
  function openRefusal(page: PageHeaders): Refusal | null {
    if (!options.mayBeOpen()) return { response: refusals.noSecret, reason: "the route has no secret" };
    const own = options.own();
    if (hasForeignHost(page, own)) {
      const host = quote(page.host ?? "");
      return { response: refusals.foreignHost, reason: `the host ${host} is not this receiver's` };
    }
    if (!isFromOtherSite(page, own)) return null;
    const site = quote(page.origin ?? page.fetchSite ?? "");
    return { response: refusals.otherSite, reason: `sent by a web page of another site (${site})` };
  }

  /** Returns a quotation from a request. Known secrets are redacted first, because the end may cut one off. */
  function quote(text: string): string {
    return options.known.clean(text).slice(0, maxQuoteLength);
  }

  /** Creates the refusal of a body that is too large. @param bytes size of the whole body; null if unknown */
  function tooLarge(bytes: number | null): Refusal {
    const excess = bytes === null ? "" : ` by ${byteSize(bytes - maxBodyBytes)}`;
    const reason = `the body exceeds the limit of ${byteSize(maxBodyBytes)}${excess}`;
    return { response: tooLargeResponse, reason };
  }

  function takeBody(arrival: Arrival, body: Buffer<ArrayBuffer>): void {
    const { exchange, route, headers } = arrival;
    const isTooDeep = isDeeperThan(body, maxJsonDepth);
    const parsed = isTooDeep ? null : parseBody(body);
    const refusal =
      parsed !== null
        ? null
        : isTooDeep
          ? tooDeep
          : { response: refusals.notJson, reason: redactText(badJson(body), arrival.known) };
    const action = parsed === null ? null : (route?.action ?? null);
    const response = refusal?.response ?? acceptedResponse;
    log
      .append(
        rowOf(arrival, {
          status: action === null ? response.status : null,
          outcome: parsed === null ? "rejected" : action === null ? "accepted" : "pending",
          body: parsed === null ? body.subarray(0, refusedBodyBytes) : body,
          bytes: body.length,
          // The log computes the hash of a body that is JSON.
          sha256: parsed === null ? hash("sha256", body, "hex") : true,
          summary: parsed?.summary ?? null,
          reason: refusal?.reason ?? null,
          response:
            refusal !== null
              ? storedResponse(refusal.response, [])
              : action === null
                ? loggedAcceptedResponse
                : null,
          key: parsed === null ? noKey : duplicateKey(headers.webhookId, parsed.payload),
        }),
      )
      .then(
        ({ seq, repeats }) => {
          exchange.releaseBody();
          if (parsed === null || action === null || route === null) exchange.respond(response);
          else takeStored(arrival, { seq, route, action, body, parsed }, repeats);
        },
        (error: unknown) => {
          exchange.releaseBody();
          onLogFailure(error);
          exchange.respond(parsed === null ? response : notStored);
        },
      );
  }

  /** Runs the action of a delivery, or joins the event that it repeats. */
  function takeStored(arrival: Arrival, delivery: StoredDelivery, standing: EventStanding | null): void {
    const { seq, action } = delivery;
    if (standing === null) return runAction(arrival, delivery, action);
    const chosen =
      options.repeats === "run"
        ? actionAgain(standing, { seq, action }, log)
        : actionOfRepeat(standing, { seq, action }, { log, actions });
    if (!(chosen instanceof Promise)) return runAction(arrival, delivery, chosen);
    const orPlain = chosen.catch((error: unknown) => {
      onLogFailure(error);
      return action;
    });
    runAction(arrival, delivery, orPlain);
  }

  function runAction(
    arrival: Arrival,
    { seq, route, body, parsed }: StoredDelivery,
    action: RouteAction | Promise<RouteAction>,
  ): void {
    const { exchange, remote, receivedAtMs, startedMs, known, headers } = arrival;
    const { method, target, request } = exchange;
    actions.run(action, {
      incoming: {
        seq,
        route: route.name,
        method,
        target,
        headers: headerPairs(request.rawHeaders),
        body,
        payload: parsed.payload,
        schemaValid: parsed.summary.schemaValid,
        remote,
        receivedAtMs,
        replayOf: null,
        event: { id: headers.webhookId, first: seq, number: 1, firstAtMs: receivedAtMs },
      },
      startedMs,
      known,
      whenGone: (listener) => exchange.whenGone(listener),
      respond: (response) => exchange.respond(response),
      onEnd: null,
    });
  }

  /** Logs a refused request without its body, and then responds, even if the log does not store the row. */
  function logRefused(arrival: Arrival, { response, reason }: Refusal, bytes: number): void {
    log
      .append(
        rowOf(arrival, {
          status: response.status,
          outcome: "rejected",
          body: noBody,
          bytes,
          sha256: null,
          summary: null,
          reason,
          response: storedResponse(response, []),
          key: noKey,
        }),
      )
      .catch(onLogFailure)
      .finally(() => arrival.exchange.respond(response));
  }
}

function isRead({ method }: HttpExchange): boolean {
  return method === "GET" || method === "HEAD";
}

/** Creates the refusal of a faulty head. @param logged headers of the request */
function faulty(fault: HeadFault, logged: DeliveryHeaders["logged"]): Refusal {
  const [response, reason, header] = faults[fault];
  const value = logged.findLast(([name]) => name.toLowerCase() === header)?.[1];
  return { response, reason: value === undefined ? reason : `${reason} ${value.slice(0, maxQuoteLength)}` };
}

/** Returns the path of a request target, without the query, which may contain credentials. */
function pathOf(target: string): string {
  return target.replace(/[?#].*$/s, "");
}
