import type { Dispatcher } from "undici";
import type { Clock } from "../../model/clock.ts";
import type { Header } from "../../model/delivery.ts";
import { PrivateTargetError } from "../errors.ts";

/** Connecting, sending, and reading the answer, together. */
const attemptTimeoutMs = 10_000;

/** More of an answer is not read. */
const answerLimitBytes = 20_000;

/** Those of an answer's headers that say what it is and what to do next. */
const keptHeaders = ["content-type", "location", "retry-after", "x-request-id"] as const;

/** A longer one is cut. */
const headerLimit = 500;

export interface AttemptRequest {
  readonly url: string;
  readonly secret: string | null;
  /** The `webhook-id` header, the same on every attempt. */
  readonly messageId: string;
  /** The body as it is sent. */
  readonly payload: string;
  /** `hooklens/<version>`. */
  readonly userAgent: string;
}

/** What came of one attempt, as far as its target has a say. */
export interface AttemptResult {
  /** Null: there was no answer. */
  readonly status: number | null;
  readonly headers: readonly Header[];
  /** The first 20 kB of the answer's body. */
  readonly answer: Uint8Array;
  readonly retryAfter: string | null;
  /** Why there was no answer; null when there was one. */
  readonly error: string | null;
  readonly timedOut: boolean;
  readonly startedAtMs: number;
  readonly durationMs: number;
}

type AnswerHeaders = Parameters<NonNullable<Dispatcher.DispatchHandler["onResponseStart"]>>[2];

/**
 * Sends a payload to a URL once. Never rejects: a failure is a result. Redirects are not followed, so a 3xx comes back as it is.
 * The status decides once it is there: an answer whose body is long, slow or cut off is kept as far as it came.
 * By undici's callbacks and not its `request`: the stream that makes of an answer costs more than all the rest.
 * @param abort ends the attempt early, without an answer
 */
export function sendOnce(
  dispatcher: Dispatcher,
  { url, secret, messageId, payload, userAgent }: AttemptRequest,
  clock: Clock,
  abort: AbortSignal,
): Promise<AttemptResult> {
  return new Promise((resolve) => {
    const startedAtMs = clock.nowMs();
    let isOver = false;
    let connection: Dispatcher.DispatchController | null = null;
    let status: number | null = null;
    let headers: AnswerHeaders = {};
    const chunks: Uint8Array[] = [];
    let bytes = 0;

    /** With the status there, an error has only cut the answer short. */
    function end(error: string | null, timedOut = false): void {
      if (isOver) return;
      isOver = true;
      cancelLimit();
      abort.removeEventListener("abort", endEarly);
      connection?.abort(new Error("over"));
      resolve({
        status,
        headers: keptHeaders.flatMap((name) => headerOf(headers, name)),
        answer: Buffer.concat(chunks).subarray(0, answerLimitBytes),
        retryAfter: headerOf(headers, "retry-after")[0]?.[1] ?? null,
        error: status === null ? error : null,
        timedOut: timedOut && status === null,
        startedAtMs,
        durationMs: clock.nowMs() - startedAtMs,
      });
    }

    const endEarly = (): void => end("this hub was stopped");
    const cancelLimit = clock.after(attemptTimeoutMs, () =>
      end(`no answer within ${attemptTimeoutMs / 1000} s`, true),
    );
    abort.addEventListener("abort", endEarly);
    if (abort.aborted) {
      endEarly();
      return;
    }
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(controller) {
        connection = controller;
        // It was given up while it waited for a connection: now it must not be sent any more.
        if (isOver) controller.abort(new Error("over"));
      },
      onResponseStart(_controller, code, received) {
        // 1xx: the answer is still to come.
        if (code < 200) return;
        status = code;
        headers = received;
      },
      onResponseData(_controller, chunk) {
        if (isOver) return;
        chunks.push(chunk);
        bytes += chunk.length;
        if (bytes >= answerLimitBytes) end(null);
      },
      onResponseEnd() {
        connection = null;
        end(null);
      },
      onResponseError(_controller, error) {
        connection = null;
        end(reason(error));
      },
    };
    const secretHeader = secret === null ? {} : { "X-Webhook-Secret": secret };
    try {
      const { origin, pathname, search } = new URL(url);
      dispatcher.dispatch(
        {
          origin,
          path: pathname + search,
          method: "POST",
          headers: {
            "content-type": "application/json",
            "user-agent": userAgent,
            "webhook-id": messageId,
            ...secretHeader,
          },
          body: payload,
          // The limit above is for everything together.
          headersTimeout: 0,
          bodyTimeout: 0,
        },
        handler,
      );
    } catch (error) {
      // What undici does not take at all: a URL or a secret that got into the store by another way than this hub's API.
      end(error instanceof Error ? reason(error) : String(error));
    }
  });
}

/** As a list of none or one; of several with the name, the first. */
function headerOf(headers: AnswerHeaders, name: string): readonly Header[] {
  const value = headers[name];
  const first = Array.isArray(value) ? value[0] : value;
  return first === undefined ? [] : [[name, first.slice(0, headerLimit)]];
}

function reason(error: Error): string {
  if (error instanceof PrivateTargetError) return `${error.what} (${error.why})`;
  return "code" in error && typeof error.code === "string" ? error.code : error.message;
}
