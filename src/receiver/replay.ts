import { elapsedMs, post } from "../http/post.ts";
import type { DeliveryDetail, NewDelivery, Outcome } from "../model/delivery.ts";
import type { EditedRequest } from "../model/edited-request.ts";
import { headersToSendOn } from "../model/end-to-end.ts";
import { NotFoundError } from "../model/errors.ts";
import { keyOfEvent } from "../model/event-key.ts";
import { isLoopback, parseWebhookUrl } from "../model/url.ts";
import type { DeliveryLog } from "../store/delivery-log.ts";
import { redactUrl } from "../text/credential-names.ts";
import { redactText } from "../text/redact.ts";
import { requestOf, type Resent } from "./edited-delivery.ts";
import { NothingToReplayError, receiverErrors } from "./errors.ts";
import { eventTryOf } from "./event-try.ts";
import { loggedHeaders, loggedTarget } from "./headers.ts";
import { badJson, parseBody } from "./parse-body.ts";
import { acceptedResponse, loggedAcceptedResponse, refusals } from "./responses.ts";
import type { RouteTable } from "./routes.ts";
import type { ActionResult, ActionRunner } from "./run-action.ts";
import { actionOfRepeat } from "./runs/repeats.ts";
import { incomingOf } from "./stored-incoming.ts";
import { attemptOf, redactAttempt, storedReply, storedResponse } from "./stored-response.ts";

/** Limit for the whole request of a replay to a URL, in milliseconds. */
const replayTimeoutMs = 10_000;

/** Result of a replay. */
export interface Replayed {
  /** Sequence number of the replay's row. */
  readonly seq: number;
  readonly outcome: Outcome;
  readonly status: number | null;
  /** Reason of the failure; null if there is none, or if a URL has responded. */
  readonly error: string | null;
}

export interface ReplayOptions {
  /** Request to send instead of the stored one; its row is marked as edited. */
  readonly edit?: EditedRequest | undefined;
  readonly log: Pick<DeliveryLog, "original" | "append" | "addAttempt" | "setOutcome">;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Secrets to redact. */
  readonly known: readonly string[];
}

export interface RouteReplayOptions extends ReplayOptions {
  /** True to run nothing if the event is handled or under way, as for a repeat by its sender. */
  readonly onlyOpen: boolean;
  readonly table: RouteTable;
  readonly actions: Pick<ActionRunner, "run" | "join" | "written">;
}

export interface UrlReplayOptions extends ReplayOptions {
  /** Returns the secret of a route, which replaces a redacted one; null if it has none. */
  readonly secretOf: (route: string | null) => string | null;
  /** True if the secret is sent to other machines too. */
  readonly withSecret: boolean;
}

/**
 * Replays a logged delivery through its route: stores it as a new row, checks its body again, and runs the
 * route's action if there is one. Resolves when the action has ended or has queued the delivery.
 * @throws {NotFoundError | NothingToReplayError | RouteGoneError}
 */
export async function replayThroughRoute(seq: number, options: RouteReplayOptions): Promise<Replayed> {
  const { log, table, actions, now, known } = options;
  const original = requestOf(await loggedDelivery(seq, log), options.edit);
  const startedMs = performance.now();
  const route = original.route === null ? null : table.named(original.route);
  if (route === null) throw receiverErrors.routeGone(seq, original.route ?? original.path);
  const body = Buffer.from(original.body);
  const parsed = parseBody(body);
  const receivedAtMs = now();
  const row = rowAgain(original, receivedAtMs, known);
  const { action } = route;
  if (parsed === null || action === null) {
    const outcome = parsed === null ? "rejected" : "accepted";
    const { status } = parsed === null ? refusals.notJson : acceptedResponse;
    const durationMs = elapsedMs(startedMs);
    const reason = parsed === null ? redactText(badJson(body), known) : null;
    const response = parsed === null ? storedResponse(refusals.notJson, []) : loggedAcceptedResponse;
    const { seq: replaySeq } = await log.append({ ...row, outcome, status, durationMs, reason, response });
    return { seq: replaySeq, outcome, status, error: reason };
  }
  const appended = await log.append({ ...row, outcome: "pending", status: null, durationMs: null });
  const { seq: replaySeq, repeats } = appended;
  const chosen =
    options.onlyOpen && repeats !== null
      ? await actionOfRepeat(repeats, { seq: replaySeq, action }, { log, actions })
      : action;
  const replay = {
    ...original,
    seq: replaySeq,
    replayOf: seq,
    receivedAt: new Date(receivedAtMs).toISOString(),
  };
  const stored = await log.original(replaySeq);
  const event = await eventTryOf(stored ?? replay, log);
  const result = await new Promise<ActionResult>((resolve) => {
    actions.run(chosen, {
      incoming: incomingOf(replay, event, route.secrets[0] ?? null),
      startedMs,
      known,
      whenGone: null,
      respond: (response) => response,
      onEnd: resolve,
    });
  });
  return { seq: replaySeq, ...result };
}

/**
 * Sends a logged delivery to a URL, with unchanged body and header order. The row is stored before anything
 * is sent, so that a crash while sending leaves a trace. Without `withSecret` the secret is sent only to this
 * machine.
 * @param signal aborts the request; the replay has then failed
 * @throws {UsageError | NotFoundError | NothingToReplayError}
 */
export async function replayTo(
  seq: number,
  to: string,
  options: UrlReplayOptions,
  signal?: AbortSignal,
): Promise<Replayed> {
  const target = parseWebhookUrl(to);
  const { log, known } = options;
  const shown = redactText(redactUrl(target), known);
  const original = requestOf(await loggedDelivery(seq, log), options.edit);
  const { seq: replaySeq } = await log.append({
    ...rowAgain(original, options.now(), known),
    outcome: "pending",
    status: null,
    durationMs: null,
  });
  const mayHaveSecret = options.withSecret || isLoopback(new URL(target).hostname);
  const secret = mayHaveSecret ? options.secretOf(original.route) : null;
  const headers = headersToSendOn(original.headers, secret).flat();
  const posted = await post({ target, headers, body: original.body }, { timeoutMs: replayTimeoutMs, signal });
  const attempt = redactAttempt(attemptOf(posted), known);
  const { status, error, durationMs, reply } = attempt;
  const outcome = status !== null && status >= 200 && status < 300 ? "handled" : "failed";
  const reason = outcome === "handled" ? null : (error ?? `${shown} responded with ${status}`);
  const whole = posted.response;
  const response = whole === null || reply === null ? null : storedReply(shown, reply, whole);
  await log.addAttempt(replaySeq, attempt);
  await log.setOutcome(replaySeq, { outcome, status, durationMs, reason, response });
  return { seq: replaySeq, outcome, status, error };
}

export function deliveryNotFound(seq: number): NotFoundError {
  return new NotFoundError({
    what: `delivery ${seq} does not exist`,
    hint: "Run hooklens deliveries ls to list deliveries",
  });
}

/** Returns the delivery to replay. @throws {NotFoundError | NothingToReplayError} */
async function loggedDelivery(seq: number, log: Pick<DeliveryLog, "original">): Promise<DeliveryDetail> {
  const delivery = await log.original(seq);
  if (delivery === null) throw deliveryNotFound(seq);
  const kept = delivery.body.byteLength;
  if (kept === 0 || kept < delivery.bytes) {
    const cut = kept > 0;
    throw new NothingToReplayError({
      what: `delivery ${seq} cannot be replayed`,
      why: cut
        ? `it was refused with ${delivery.status}, and ${kept} of its ${delivery.bytes} bytes were kept`
        : `it was refused with ${delivery.status}, and none of its body was kept`,
      hint: "Ask the sender to send it again",
    });
  }
  return delivery;
}

/** Copies a delivery into a new row without an outcome. A replay never counts as a duplicate; an edited one has no ID. */
function rowAgain(
  original: Resent,
  receivedAtMs: number,
  known: readonly string[],
): Omit<NewDelivery, "outcome" | "status" | "durationMs"> {
  return {
    ...original,
    path: loggedTarget(original.path, known),
    headers: loggedHeaders(original.headers, known),
    receivedAtMs,
    replayOf: original.seq,
    reason: null,
    response: null,
    ...keyOfEvent(original.edited ? null : original.eventId),
  };
}
