import { randomUUID } from "node:crypto";
import type { Clock } from "../../model/clock.ts";
import type { Logger } from "../../model/logger.ts";
import type { StoredWebhook } from "../../model/webhook.ts";
import type { NewAttempt, QueuedDispatch } from "../../store/activity.ts";
import { isCredentialHeader, redactQuery, redactUrl } from "../../text/credential-names.ts";
import { memo } from "../../text/memo.ts";
import { redactBytes, redacted, redactText, redactWhole } from "../../text/redact.ts";
import { sendOnce } from "./attempt.ts";
import type { Sockets } from "./open-sockets.ts";
import type { Failure } from "./schedule.ts";
import type { StartJob } from "./start-job.ts";

export interface AttemptParts {
  /** Version of hooklens for the `user-agent`. */
  readonly version: string;
  readonly clock: Clock;
  /** Connections to the URLs of webhooks. */
  readonly sockets: Sockets;
  /** Function that starts Jobs; null if this hub starts none. */
  readonly startJob: StartJob | null;
  readonly logger: Logger;
}

/** Completed attempt to call a URL or to start a Job. */
export interface MadeAttempt extends NewAttempt, Failure {
  /** True if the target responded with 2xx, or the run of the Job was created. */
  readonly ok: boolean;
  /** True for a permanent failure, which is not retried. */
  readonly final: boolean;
}

/**
 * Makes one attempt to the current target of the webhook. Never rejects.
 * @param abort ends an attempt to a URL early, without a response
 */
export async function makeAttempt(
  parts: AttemptParts,
  webhook: StoredWebhook,
  dispatch: QueuedDispatch,
  replay: boolean,
  abort: AbortSignal,
): Promise<MadeAttempt> {
  const { url, secret, jobSourceId } = webhook;
  if (url === null) return startJobOnce(parts, webhook, jobSourceId ?? "", dispatch, replay);
  const { messageId, payload } = dispatch;
  const userAgent = `hooklens/${parts.version}`;
  const { sockets, clock } = parts;
  const result = await sendOnce(sockets, { url, secret, messageId, payload, userAgent }, clock, abort);
  const { status } = result;
  const ok = status !== null && status >= 200 && status < 300;
  // The URL may carry the secret, and the target may echo it; the activity must not store it.
  const secrets = secretsOf(webhook);
  return {
    ...result,
    headers: result.headers.map(
      ([name, value]) =>
        [name, isCredentialHeader(name) ? redacted : redactText(redactQuery(value), secrets)] as const,
    ),
    answer: redactBytes(result.answer, secrets),
    target: redactWhole(redactUrl(url), secrets),
    jobRun: null,
    replay,
    ok,
    final: status === 410,
  };
}

/** Returns the secrets of a webhook, in one list per webhook: a search for secrets is prepared once per list. */
const secretsOf = memo(({ secret }: StoredWebhook): readonly string[] => (secret === null ? [] : [secret]));

async function startJobOnce(
  { startJob, clock, logger }: AttemptParts,
  { id: webhookId, account, secret }: StoredWebhook,
  jobSourceId: string,
  { id, messageId, payload, repo }: QueuedDispatch,
  replay: boolean,
): Promise<MadeAttempt> {
  const startedAtMs = clock.nowMs();
  const key = replay ? `${messageId}:${randomUUID()}` : messageId;
  const started =
    startJob === null
      ? { error: "this hub starts no Jobs", final: true }
      : await startJob({ key, account, webhookId, dispatchId: id, jobSourceId, payload, repo, secret }).catch(
          (error: unknown) => {
            logger.error(`dispatch ${id} to webhook ${webhookId}: its Job did not start: ${String(error)}`);
            return { error: "the Job could not be started; the hub's log says why", final: false };
          },
        );
  const failed = "error" in started ? started : null;
  return {
    target: `job:${jobSourceId}`,
    startedAtMs,
    durationMs: clock.nowMs() - startedAtMs,
    status: null,
    headers: [],
    answer: new Uint8Array(),
    retryAfter: null,
    timedOut: false,
    replay,
    ok: failed === null,
    error: failed?.error ?? null,
    jobRun: "runId" in started ? started.runId : null,
    final: failed?.final ?? false,
  };
}
