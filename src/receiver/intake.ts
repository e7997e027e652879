import { hash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AuthResult, NewDelivery } from "../model/delivery.ts";
import type { PayloadSummary } from "../model/payload-read.ts";
import type { DeliveryLog } from "../store/ports.ts";
import type { RouteAction } from "./action.ts";
import {
  type Answer,
  bodyTooLarge,
  notStored,
  pageFailed,
  refusals,
  stored,
  wholeAnswer,
  type WholeAnswer,
} from "./answers.ts";
import { readBody } from "./body.ts";
import type { Connections } from "./connections.ts";
import { type DuplicateKey, duplicateKey, noKey } from "./duplicate-key.ts";
import { elapsedMs } from "./elapsed.ts";
import { type HeadFault, type RequestHead, readHead } from "./headers.ts";
import { type Judged, judgeBody } from "./judge.ts";
import type { Landing } from "./landing.ts";
import type { Route, RouteTable } from "./route-table.ts";
import type { ActionRunner } from "./run-action.ts";

/** Of a refused body this much is kept, in bytes. */
const refusedBodyBytes = 4_096;

/** An unread body up to this size is read over, so that the connection can be used again; a larger one costs the connection. */
const readOverBytes = 65_536;

const noBody = Buffer.alloc(0);

const faults: Record<HeadFault, Answer> = {
  "two-hosts": refusals.twoHosts,
  "content-coding": refusals.contentCoding,
  "transfer-coding": refusals.transferCoding,
};

export interface IntakeOptions {
  readonly log: Pick<DeliveryLog, "append">;
  /** The routes at this moment. */
  readonly table: () => RouteTable;
  readonly actions: Pick<ActionRunner, "run">;
  readonly maxBodyBytes: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** The page at `/`. */
  readonly landing: Landing;
  /** Told of each delivery the log did not take. */
  readonly onLogFailure: (error: unknown) => void;
}

/** What a request expects before it sends its body: `continue` is `Expect: 100-continue`, `unknown` any other. */
export type Expectation = "nothing" | "continue" | "unknown";

/** A request on its way through: what is known of it before its body. */
interface Arrival {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly receivedAtMs: number;
  readonly startedMs: number;
  readonly route: Route | null;
  readonly head: RequestHead;
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
export function makeIntake(
  connections: Connections,
  options: IntakeOptions,
): (request: IncomingMessage, response: ServerResponse, expectation: Expectation) => void {
  const { log, table, actions, maxBodyBytes, now, landing, onLogFailure } = options;
  const tooLarge = bodyTooLarge(maxBodyBytes);

  return (request, response, expectation) => {
    connections.owe(response);
    const routes = table();
    const place = routes.find(request.url ?? "");
    const head = readHead(request.rawHeaders);
    if (place.kind === "landing") {
      void landingOf(request, head).then((page) => answerUnread(response, head, expectation, page));
      return;
    }
    if (place.kind === "elsewhere") {
      answerUnread(response, head, expectation, refusals.notFound);
      return;
    }
    const route = place.kind === "route" ? place.route : null;
    const auth = (route ?? routes).checkSecret(head.secret);
    const arrival = {
      request,
      response,
      receivedAtMs: now(),
      startedMs: performance.now(),
      route,
      head,
      auth,
    };
    const refusal = refusalBeforeBody(arrival, expectation);
    if (refusal !== null) {
      const bytes = refusal === tooLarge ? (head.contentLength ?? 0) : 0;
      logRefused(arrival, refusal, bytes, () => answerUnread(response, head, expectation, refusal));
      return;
    }
    if (expectation === "continue") response.writeContinue();
    readBody(
      request,
      maxBodyBytes,
      (body) => takeBody(arrival, body),
      (bytes) => logRefused(arrival, tooLarge, bytes, () => connections.answerAndClose(response, tooLarge)),
    );
  };

  async function landingOf(
    { method = "", url = "" }: IncomingMessage,
    head: RequestHead,
  ): Promise<WholeAnswer> {
    if (method !== "GET" && method !== "HEAD") return refusals.pageMethod;
    try {
      return wholeAnswer(await landing({ method, target: url, headers: head.sent }));
    } catch {
      // What it threw may quote anything.
      return pageFailed;
    }
  }

  /** In this order: a wrong address is told before a wrong secret, and both before anything of the body is looked at. */
  function refusalBeforeBody(arrival: Arrival, expectation: Expectation): Answer | null {
    const { request, route, head, auth } = arrival;
    if (request.headers.host === undefined && request.httpVersion === "1.1") return refusals.noHost;
    if (head.fault === "two-hosts") return refusals.twoHosts;
    if (route === null) return refusals.unknownRoute;
    if (request.method !== "POST") return refusals.routeMethod;
    if (auth === "missing") return refusals.secretMissing;
    if (auth === "wrong") return refusals.secretWrong;
    if (expectation === "unknown") return refusals.expectation;
    if (head.fault !== null) return faults[head.fault];
    return head.contentLength !== null && head.contentLength > maxBodyBytes ? tooLarge : null;
  }

  function takeBody(arrival: Arrival, body: Buffer): void {
    const { response, route, head } = arrival;
    const judged = judgeBody(body);
    const action = judged === null ? null : (route?.action ?? null);
    const answer = judged === null ? refusals.notJson : stored;
    log
      .append(
        rowOf(arrival, {
          status: action === null ? answer.status : null,
          outcome: judged === null ? "rejected" : action === null ? "accepted" : "pending",
          body: judged === null ? body.subarray(0, refusedBodyBytes) : body,
          bytes: body.length,
          sha256: hash("sha256", body, "hex"),
          summary: judged?.summary ?? null,
          key: judged === null ? noKey : duplicateKey(head.webhookId, judged.payload),
        }),
      )
      .then(
        (seq) => {
          if (judged === null || action === null || route === null) connections.answer(response, answer);
          else runAction(arrival, { seq, route, action, body, judged });
        },
        (error: unknown) => {
          onLogFailure(error);
          connections.answer(response, judged === null ? answer : notStored);
        },
      );
  }

  function runAction(arrival: Arrival, stored: StoredDelivery): void {
    const { request, response, receivedAtMs, startedMs, head } = arrival;
    const { seq, route, action, body, judged } = stored;
    actions.run(action, {
      incoming: {
        seq,
        route: route.name,
        method: request.method ?? "",
        target: request.url ?? "",
        headers: head.sent,
        body,
        payload: judged.payload,
        schemaValid: judged.summary.schemaValid,
        remote: remoteAddress(request),
        receivedAtMs,
        replayOf: null,
      },
      startedMs,
      secrets: route.secrets,
      whenGone: (listener) => connections.whenGone(request, listener),
      answer: (answer) => connections.answer(response, wholeAnswer(answer)),
      ended: null,
    });
  }

  /** Refused is refused, also when the log does not take the row. */
  function logRefused(arrival: Arrival, refusal: Answer, bytes: number, answer: () => void): void {
    log
      .append(
        rowOf(arrival, {
          status: refusal.status,
          outcome: "rejected",
          body: noBody,
          bytes,
          sha256: null,
          summary: null,
          key: noKey,
        }),
      )
      .catch(onLogFailure)
      .finally(answer);
  }

  /** Answers a request whose body nobody read, and sees to what of it may still come. */
  function answerUnread(
    response: ServerResponse,
    head: RequestHead,
    expectation: Expectation,
    answer: WholeAnswer,
  ): void {
    // Where an expectation was not met, the sender may keep the body back or send it: only a new connection makes clear where the next
    // request starts.
    if (expectation !== "nothing" || head.chunked || (head.contentLength ?? 0) > readOverBytes) {
      connections.answerAndClose(response, answer);
    } else {
      connections.answer(response, answer);
    }
  }
}

/** What is known of a row with its body, or with the refusal to read that. */
interface RowEnd extends Pick<NewDelivery, "status" | "outcome" | "body" | "bytes" | "sha256"> {
  /** Null: it was not judged, or is no JSON. */
  readonly summary: PayloadSummary | null;
  readonly key: DuplicateKey;
}

/** Every field in its place at once: a row spread out of parts takes twice as long to make and read. */
function rowOf(
  arrival: Arrival,
  { status, outcome, body, bytes, sha256, summary, key }: RowEnd,
): NewDelivery {
  const { request, receivedAtMs, startedMs, route, head, auth } = arrival;
  return {
    receivedAtMs,
    route: route?.name ?? null,
    method: request.method ?? "",
    path: request.url ?? "",
    remote: remoteAddress(request),
    headers: head.headers,
    body,
    bytes,
    sha256,
    event: summary?.event ?? null,
    repo: summary?.repo ?? null,
    webhookId: summary?.webhookId ?? null,
    auth,
    outcome,
    schemaValid: summary?.schemaValid ?? false,
    status,
    durationMs: status === null ? null : elapsedMs(startedMs),
    replayOf: null,
    dedupeKey: key.dedupeKey,
    dedupeWithinMs: key.dedupeWithinMs,
  };
}

/** An IPv4 address is written as such, also on a socket that takes both kinds. */
function remoteAddress(request: IncomingMessage): string {
  const address = request.socket.remoteAddress ?? "";
  return address.startsWith("::ffff:") ? address.slice(7) : address;
}
