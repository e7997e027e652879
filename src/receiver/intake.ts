import { hash } from "node:crypto";
import { elapsedMs, headerPairs } from "../http/post.ts";
import type { AuthResult, NewDelivery } from "../model/delivery.ts";
import type { PayloadSummary } from "../model/payload-read.ts";
import type { DeliveryLog } from "../store/ports.ts";
import { byteSize, plural } from "../text/numbers.ts";
import { redactText } from "../text/redact.ts";
import type { ActionAnswer, RouteAction } from "./action.ts";
import { clientAddress } from "./client-address.ts";
import { type DuplicateKey, duplicateKey, noKey } from "./duplicate-key.ts";
import { type DeliveryHeaders, type HeadFault, loggedTarget, readHeaders } from "./headers.ts";
import type { HttpExchange } from "./http-exchange.ts";
import { type Judged, badJson, isDeeperThan, judgeBody } from "./judge.ts";
import type { Landing } from "./landing.ts";
import type { ReceiverLimits } from "./limits.ts";
import {
  bodyTooLarge,
  healthAnswer,
  loggedStored,
  nestedTooDeep,
  noRoom,
  notStored,
  pageFailed,
  refusals,
  stored,
} from "./responses.ts";
import type { Route, RouteTable } from "./routes.ts";
import type { ActionRunner } from "./run-action.ts";
import { storedResponse } from "./stored-response.ts";
import { type OwnAddresses, type PageHeaders, hasForeignHost, isFromOtherSite } from "./web-page.ts";

/** Of a refused body this much is kept, in bytes. */
const refusedBodyBytes = 4_096;

const noBody = Buffer.alloc(0);

/** A reason quotes so much of a request, in UTF-16 units. */
const longestQuote = 200;

/** What the sender of a refused request is told, and what its row says. */
interface Refusal {
  readonly answer: ActionAnswer;
  readonly reason: string;
}

/** With the header that is at fault, whose value the reason has; empty: the reason is told without one. */
const faults: Record<HeadFault, readonly [answer: ActionAnswer, reason: string, header: string]> = {
  "no-host": [refusals.noHost, "no Host header", ""],
  "two-hosts": [refusals.twoHosts, "more than one Host header", ""],
  expectation: [refusals.expectation, "Expect", "expect"],
  "content-coding": [refusals.contentCoding, "Content-Encoding", "content-encoding"],
  "transfer-coding": [refusals.transferCoding, "Transfer-Encoding", "transfer-encoding"],
};

const full: Refusal = { answer: noRoom, reason: "too many bytes of other deliveries are in flight" };

export interface IntakeOptions {
  readonly log: Pick<DeliveryLog, "append">;
  /** The routes at this moment. */
  readonly table: () => RouteTable;
  readonly actions: Pick<ActionRunner, "run">;
  readonly limits: Pick<ReceiverLimits, "maxBodyBytes" | "maxJsonDepth">;
  /** Whether this address is a proxy whose word about the sender counts. */
  readonly trustsProxy: (address: string) => boolean;
  /** Whether a route without a secret takes deliveries at this moment. */
  readonly mayBeOpen: () => boolean;
  /** Where it is reached at this moment. */
  readonly own: () => OwnAddresses;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** The page at `/`. */
  readonly landing: Landing;
  /** Why deliveries cannot be stored; null: they can. */
  readonly health: () => string | null;
  /** Told of each delivery the log did not take. */
  readonly onLogFailure: (error: unknown) => void;
}

/** A request on its way through: what is known of it before its body. */
interface Arrival {
  readonly exchange: HttpExchange;
  /** The sender's address, without port. */
  readonly remote: string;
  readonly receivedAtMs: number;
  readonly startedMs: number;
  readonly route: Route | null;
  /** What would have been accepted. */
  readonly secrets: readonly string[];
  readonly headers: DeliveryHeaders;
  readonly auth: AuthResult;
}

/** A delivery that is on disk, and waits for its route's action. */
interface StoredDelivery {
  readonly seq: number;
  readonly route: Route;
  readonly action: RouteAction;
  readonly body: Buffer;
  readonly judged: Judged;
}

/**
 * The way of a request: route, method, secret, size, body, log, answer. Everything under /webhooks/ that got as far as its
 * route is logged, refused or not; it is answered once its row is durable.
 */
export function makeIntake(options: IntakeOptions): (exchange: HttpExchange) => void {
  const { log, table, actions, trustsProxy, now, landing, onLogFailure } = options;
  const { maxBodyBytes, maxJsonDepth } = options.limits;
  const tooLargeAnswer = bodyTooLarge(maxBodyBytes);
  const tooDeep: Refusal = {
    answer: nestedTooDeep(maxJsonDepth),
    reason: `the JSON is nested deeper than ${maxJsonDepth} levels`,
  };

  return (exchange) => {
    const routes = table();
    const place = routes.find(exchange.target);
    if (place.kind === "landing") {
      void landingOf(exchange).then((page) => exchange.answer(page));
      return;
    }
    if (place.kind === "health") {
      exchange.answer(isRead(exchange) ? healthAnswer(options.health()) : refusals.pageMethod);
      return;
    }
    if (place.kind === "elsewhere") {
      exchange.answer(refusals.notFound);
      return;
    }
    const route = place.kind === "route" ? place.route : null;
    const headers = readHeaders(exchange.request);
    const { secrets } = route ?? routes;
    const auth = (route ?? routes).checkSecret(headers.secret);
    const remote = clientAddress(exchange.remote, headers.logged, trustsProxy);
    const startedMs = performance.now();
    const arrival = { exchange, remote, receivedAtMs: now(), startedMs, route, secrets, headers, auth };
    const refusal = refusalBeforeBody(arrival);
    if (refusal !== null) {
      const isOfSize = refusal.answer === tooLargeAnswer || refusal.answer === noRoom;
      logRefused(arrival, refusal, isOfSize ? (headers.contentLength ?? 0) : 0);
      return;
    }
    exchange.readBody(
      maxBodyBytes,
      (body) => takeBody(arrival, body),
      (fault, bytes) => logRefused(arrival, fault === "too-large" ? tooLarge(null) : full, bytes),
    );
  };

  async function landingOf(exchange: HttpExchange): Promise<ActionAnswer> {
    if (!isRead(exchange)) return refusals.pageMethod;
    const { method, target, request } = exchange;
    const { page, fault } = readHeaders(request);
    if (fault === null && table().isOpen && hasForeignHost(page, options.own())) return refusals.foreignHost;
    try {
      return await landing({ method, target, headers: headerPairs(request.rawHeaders) });
    } catch {
      // What it threw may quote anything.
      return pageFailed;
    }
  }

  /** In this order: a wrong address is told before a wrong secret, and both before anything of the body is looked at. */
  function refusalBeforeBody({ exchange, route, headers, auth }: Arrival): Refusal | null {
    const { method, target } = exchange;
    const { fault, contentLength, logged } = headers;
    if (fault === "no-host" || fault === "two-hosts") return faulty(fault, logged);
    if (route === null) return { answer: refusals.unknownRoute, reason: `no route ${pathOf(target)}` };
    if (method !== "POST")
      return { answer: refusals.routeMethod, reason: `${method}, only POST is accepted` };
    if (auth === "missing") return { answer: refusals.secretMissing, reason: "no secret" };
    if (auth === "wrong") return { answer: refusals.secretWrong, reason: "wrong secret" };
    const ofOpen = auth === "open" ? openRefusal(headers.page) : null;
    if (ofOpen !== null) return ofOpen;
    if (fault !== null) return faulty(fault, logged);
    if (contentLength === null) return null;
    if (contentLength > maxBodyBytes) return tooLarge(contentLength);
    return exchange.holdBody(contentLength) ? null : full;
  }

  /** Of a route without a secret. A browser sends what any page tells it to, also to this machine. */
  function openRefusal(page: PageHeaders): Refusal | null {
    if (!options.mayBeOpen()) return { answer: refusals.noSecret, reason: "the route has no secret" };
    const own = options.own();
    if (hasForeignHost(page, own)) {
      const host = page.host?.slice(0, longestQuote);
      return { answer: refusals.foreignHost, reason: `the host ${host} is not this receiver's` };
    }
    if (!isFromOtherSite(page, own)) return null;
    const site = (page.origin ?? page.fetchSite)?.slice(0, longestQuote);
    return { answer: refusals.otherSite, reason: `sent by a web page of another site (${site})` };
  }

  /** @param bytes null: nobody knows how many would have come */
  function tooLarge(bytes: number | null): Refusal {
    const limit = byteSize(maxBodyBytes);
    const size = bytes === null ? "the body" : byteSize(bytes);
    // A byte too many rounds to the same.
    const isClose = bytes !== null && size === limit;
    const [larger, most] = isClose ? [plural(bytes, "byte"), plural(maxBodyBytes, "byte")] : [size, limit];
    return { answer: tooLargeAnswer, reason: `${larger} exceeds the limit of ${most}` };
  }

  function takeBody(arrival: Arrival, body: Buffer): void {
    const { exchange, route, headers } = arrival;
    const isTooDeep = isDeeperThan(body, maxJsonDepth);
    const judged = isTooDeep ? null : judgeBody(body);
    const refusal =
      judged !== null ? null : isTooDeep ? tooDeep : { answer: refusals.notJson, reason: badJson(body) };
    const action = judged === null ? null : (route?.action ?? null);
    const answer = refusal?.answer ?? stored;
    log
      .append(
        rowOf(arrival, {
          status: action === null ? answer.status : null,
          outcome: judged === null ? "rejected" : action === null ? "accepted" : "pending",
          body: judged === null ? body.subarray(0, refusedBodyBytes) : body,
          bytes: body.length,
          // Of a whole body the log sees to it, where the sender does not wait for it.
          sha256: judged === null ? hash("sha256", body, "hex") : true,
          summary: judged?.summary ?? null,
          reason: refusal?.reason ?? null,
          response:
            refusal !== null ? storedResponse(refusal.answer, []) : action === null ? loggedStored : null,
          key: judged === null ? noKey : duplicateKey(headers.webhookId, judged.payload),
        }),
      )
      .then(
        (seq) => {
          exchange.releaseBody();
          if (judged === null || action === null || route === null) exchange.answer(answer);
          else runAction(arrival, { seq, route, action, body, judged });
        },
        (error: unknown) => {
          exchange.releaseBody();
          onLogFailure(error);
          exchange.answer(judged === null ? answer : notStored);
        },
      );
  }

  function runAction(arrival: Arrival, stored: StoredDelivery): void {
    const { exchange, remote, receivedAtMs, startedMs } = arrival;
    const { method, target, request } = exchange;
    const { seq, route, action, body, judged } = stored;
    actions.run(action, {
      incoming: {
        seq,
        route: route.name,
        method,
        target,
        headers: headerPairs(request.rawHeaders),
        body,
        payload: judged.payload,
        schemaValid: judged.summary.schemaValid,
        remote,
        receivedAtMs,
        replayOf: null,
      },
      startedMs,
      secrets: route.secrets,
      whenGone: (listener) => exchange.whenGone(listener),
      answer: (answer) => exchange.answer(answer),
      ended: null,
    });
  }

  /** Refused is refused, also when the log does not take the row. */
  function logRefused(arrival: Arrival, { answer, reason }: Refusal, bytes: number): void {
    log
      .append(
        rowOf(arrival, {
          status: answer.status,
          outcome: "rejected",
          body: noBody,
          bytes,
          sha256: null,
          summary: null,
          reason,
          response: storedResponse(answer, []),
          key: noKey,
        }),
      )
      .catch(onLogFailure)
      .finally(() => arrival.exchange.answer(answer));
  }
}

function isRead({ method }: HttpExchange): boolean {
  return method === "GET" || method === "HEAD";
}

/** @param logged the headers of the request */
function faulty(fault: HeadFault, logged: DeliveryHeaders["logged"]): Refusal {
  const [answer, reason, header] = faults[fault];
  const value = logged.findLast(([name]) => name.toLowerCase() === header)?.[1];
  return { answer, reason: value === undefined ? reason : `${reason} ${value.slice(0, longestQuote)}` };
}

/** Without the query, which may say more than others should read. */
function pathOf(target: string): string {
  return target.replace(/[?#].*$/s, "").slice(0, longestQuote);
}

/** What is known of a row with its body, or with the refusal to read that. */
interface RowEnd extends Pick<
  NewDelivery,
  "status" | "outcome" | "body" | "bytes" | "sha256" | "reason" | "response"
> {
  /** Null: it was not judged, or is no JSON. */
  readonly summary: PayloadSummary | null;
  readonly key: DuplicateKey;
}

/** Every field in its place at once: a row spread out of parts takes twice as long to make and read. */
function rowOf(
  arrival: Arrival,
  { status, outcome, body, bytes, sha256, summary, reason, response, key }: RowEnd,
): NewDelivery {
  const { exchange, remote, receivedAtMs, startedMs, route, secrets, headers, auth } = arrival;
  return {
    receivedAtMs,
    route: route?.name ?? null,
    method: exchange.method,
    path: loggedTarget(exchange.target),
    remote,
    headers: headers.logged,
    body,
    bytes,
    sha256,
    event: summary?.event ?? null,
    repo: summary?.repo ?? null,
    webhookId: summary?.webhookId ?? null,
    auth,
    outcome,
    schemaValid: summary === null && sha256 === null ? null : (summary?.schemaValid ?? false),
    status,
    durationMs: status === null ? null : elapsedMs(startedMs),
    replayOf: null,
    // It quotes the request, which may quote the secret.
    reason: reason === null ? null : redactText(reason, secrets),
    response,
    dedupeKey: key.dedupeKey,
    dedupeWithinMs: key.dedupeWithinMs,
  };
}
