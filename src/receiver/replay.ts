import type { DeliveryDetail, NewDelivery, Outcome } from "../model/delivery.ts";
import { NotFoundError } from "../model/errors.ts";
import { parseWebhookUrl } from "../model/url.ts";
import type { DeliveryLog } from "../store/ports.ts";
import { refusals, stored } from "./answers.ts";
import { NothingToReplayError, RouteGoneError } from "./errors.ts";
import { headersToSendOn } from "./headers.ts";
import { judgeBody } from "./judge.ts";
import { send } from "./send.ts";

/** What came of a replay. */
export interface Replayed {
  /** The row the replay made. */
  readonly seq: number;
  readonly outcome: Outcome;
  readonly status: number | null;
  /** Why there was no answer; null when there was one. */
  readonly error: string | null;
}

export interface ReplayOptions {
  readonly log: Pick<DeliveryLog, "get" | "append" | "attempt" | "outcome">;
  readonly routes: readonly string[];
  /** Sent in place of a redacted one; null: there is none to put in. */
  readonly secret: string | null;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * Takes a logged delivery through its route again: judged anew, as a new row.
 * @throws {NotFoundError | NothingToReplayError | RouteGoneError}
 */
export async function replayThroughRoute(seq: number, options: ReplayOptions): Promise<Replayed> {
  const original = await loggedDelivery(seq, options.log);
  const startedMs = performance.now();
  const { route } = original;
  if (route === null || !options.routes.includes(route))
    throw new RouteGoneError(seq, route ?? original.path);
  const understood = judgeBody(Buffer.from(original.body)) !== null;
  const outcome = understood ? "accepted" : "rejected";
  const { status } = understood ? stored : refusals.notJson;
  const row = rowAgain(original, options.now());
  const durationMs = Math.round((performance.now() - startedMs) * 1_000) / 1_000;
  return {
    seq: await options.log.append({ ...row, outcome, status, durationMs }),
    outcome,
    status,
    error: null,
  };
}

/**
 * Sends a logged delivery to a URL: the body byte for byte, the headers in their order. The row is there before anything
 * is sent, so that a send which ends the process leaves its trace.
 * @param signal gives up on the sending early; the row is then failed
 * @throws {WebhookUrlError | NotFoundError | NothingToReplayError}
 */
export async function replayTo(
  seq: number,
  to: string,
  options: ReplayOptions,
  signal?: AbortSignal,
): Promise<Replayed> {
  const target = parseWebhookUrl(to);
  const { log } = options;
  const original = await loggedDelivery(seq, log);
  const replaySeq = await log.append({
    ...rowAgain(original, options.now()),
    outcome: "pending",
    status: null,
    durationMs: null,
  });
  const headers = headersToSendOn(original.headers, options.secret);
  const attempt = await send({ target, headers, body: original.body }, signal);
  const { status, error, durationMs } = attempt;
  const outcome = status !== null && status >= 200 && status < 300 ? "handled" : "failed";
  await log.attempt(replaySeq, attempt);
  await log.outcome(replaySeq, { outcome, status, durationMs });
  return { seq: replaySeq, outcome, status, error };
}

/** @throws {NotFoundError | NothingToReplayError} */
async function loggedDelivery(seq: number, log: Pick<DeliveryLog, "get">): Promise<DeliveryDetail> {
  const delivery = await log.get(seq);
  if (delivery === null) {
    throw new NotFoundError({
      what: `there is no delivery ${seq}`,
      hint: "hooklens deliveries ls shows which there are",
    });
  }
  const kept = delivery.body.byteLength;
  if (kept === 0 || kept < delivery.bytes) {
    const cut = kept > 0;
    throw new NothingToReplayError({
      what: `delivery ${seq} cannot be replayed`,
      why: cut
        ? `it was refused with ${delivery.status}, and ${kept} of its ${delivery.bytes} bytes were kept`
        : `it was refused with ${delivery.status}, and none of its body was kept`,
      hint: "Have the sender send it again",
    });
  }
  return delivery;
}

/** The new row of an old delivery, without what comes of it. Not a duplicate: somebody asked for it. */
function rowAgain(
  original: DeliveryDetail,
  receivedAtMs: number,
): Omit<NewDelivery, "outcome" | "status" | "durationMs"> {
  const { seq, route, method, path, remote, headers, body, bytes, sha256 } = original;
  const { event, repo, webhookId, auth, schemaValid } = original;
  return {
    receivedAtMs,
    route,
    method,
    path,
    remote,
    headers,
    body,
    bytes,
    sha256,
    event,
    repo,
    webhookId,
    auth,
    schemaValid,
    replayOf: seq,
    dedupeKey: null,
    dedupeWithinMs: null,
  };
}
