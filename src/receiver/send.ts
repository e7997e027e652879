import http from "node:http";
import https from "node:https";
import type { Attempt } from "../model/delivery.ts";

/** How long one try may take in all, from looking the name up to the end of the answer. */
const sendTimeoutMs = 10_000;

/** Of an answer nobody keeps, at most this much is read before the connection is dropped, in bytes. */
const answerBytes = 1_048_576;

/** A body to send somewhere, as it is. */
export interface Outgoing {
  /** An http or https URL, as `parseWebhookUrl` reads it. */
  readonly target: string;
  /** Names and values in turn, duplicates and order kept; Host and Content-Length are put in front of them. */
  readonly headers: readonly string[];
  readonly body: Uint8Array;
}

/**
 * POSTs once: any answer is an answer, a redirect too, which is not followed. Never throws for what the target or the
 * network does; that is the attempt's `error`.
 * @param signal gives up on it early
 */
export function send(outgoing: Outgoing, signal?: AbortSignal, timeoutMs = sendTimeoutMs): Promise<Attempt> {
  const url = new URL(outgoing.target);
  const { request } = url.protocol === "https:" ? https : http;
  const startedAt = new Date().toISOString();
  const startedMs = performance.now();
  const timeout = AbortSignal.timeout(timeoutMs);
  return new Promise((resolve) => {
    function finish(status: number | null, error: string | null): void {
      const durationMs = Math.round((performance.now() - startedMs) * 1_000) / 1_000;
      resolve({ target: outgoing.target, startedAt, status, error, durationMs, reply: null });
    }
    const sent = request(url, {
      method: "POST",
      // A flat list goes out as it is; an object would lose the order and the case of the names.
      headers: ["Host", url.host, ...outgoing.headers, "Content-Length", String(outgoing.body.byteLength)],
      // A connection kept from before may be closed by the target at this very moment, which would look like its failure.
      agent: false,
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    });
    let status: number | null = null;
    function fail(error: Error): void {
      // A status that has come stands, also where the rest of the answer never does.
      if (status !== null) finish(status, null);
      else finish(null, timeout.aborted ? `no answer within ${timeoutMs / 1_000} s` : reasonOf(error));
    }
    sent.on("error", fail);
    sent.on("response", (answer) => {
      status = answer.statusCode ?? null;
      let bytes = 0;
      answer.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > answerBytes) answer.destroy();
      });
      answer.on("error", fail);
      answer.on("close", () => finish(status, null));
    });
    sent.end(outgoing.body);
  });
}

function reasonOf(error: Error): string {
  // A name with several addresses fails with one error for each of them and an empty message of its own.
  if (error instanceof AggregateError) {
    return error.errors.map((one: unknown) => (one instanceof Error ? one.message : String(one))).join(", ");
  }
  return error.name === "AbortError" ? "given up, because the receiver stops" : error.message;
}
