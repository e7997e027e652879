import { elapsedMs } from "../http/post.ts";
import type { AuthResult, NewDelivery } from "../model/delivery.ts";
import type { DedupeKey } from "../model/event-key.ts";
import type { PayloadSummary } from "../model/payload-read.ts";
import { type DeliveryHeaders, loggedTarget } from "./headers.ts";
import type { HttpExchange } from "./http-exchange.ts";
import type { Route } from "./routes.ts";

/** A request whose body has not been read. */
export interface Arrival {
  readonly exchange: HttpExchange;
  /** The sender's address, without port. */
  readonly remote: string;
  readonly receivedAtMs: number;
  readonly startedMs: number;
  readonly route: Route | null;
  /** Secrets to redact. */
  readonly known: readonly string[];
  readonly headers: DeliveryHeaders;
  readonly auth: AuthResult;
}

/** Fields of a row that depend on the checks of the request. */
interface RowEnd extends Pick<NewDelivery, "status" | "outcome" | "body" | "bytes" | "sha256" | "response"> {
  /** Reason of a refusal, in which quotations of the request are redacted; null without one. */
  readonly reason: string | null;
  /** Summary of the payload; null if the body was not checked or is not JSON. */
  readonly summary: PayloadSummary | null;
  readonly key: DedupeKey;
}

/** Creates the row of a request as one literal: spreading its parts takes twice as long. */
export function rowOf(
  arrival: Arrival,
  { status, outcome, body, bytes, sha256, summary, reason, response, key }: RowEnd,
): NewDelivery {
  const { exchange, remote, receivedAtMs, startedMs, route, known, headers, auth } = arrival;
  return {
    receivedAtMs,
    route: route?.name ?? null,
    method: exchange.method,
    path: loggedTarget(exchange.target, known),
    remote,
    headers: headers.logged,
    body,
    bytes,
    sha256,
    event: summary?.event ?? null,
    repo: summary?.repo ?? null,
    webhookId: summary?.webhookId ?? null,
    subject: summary?.subject ?? null,
    auth,
    outcome,
    schemaValid: summary === null && sha256 === null ? null : (summary?.schemaValid ?? false),
    status,
    durationMs: status === null ? null : elapsedMs(startedMs),
    replayOf: null,
    edited: false,
    reason,
    response,
    dedupeKey: key.dedupeKey,
    dedupeWithinMs: key.dedupeWithinMs,
  };
}
