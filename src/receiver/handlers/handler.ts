import type { Header } from "../../model/delivery.ts";
import type { WebhookPayload } from "../../model/payload.ts";

/** The request a handler is called with. */
export interface WebhookRequest {
  readonly method: string;
  /** With the query: `/webhooks/train?x=1`. */
  readonly url: string;
  /** The route's name, without `/webhooks/`. */
  readonly route: string;
  readonly headers: Headers;
  /** As they came: order, case and duplicates kept. */
  readonly rawHeaders: readonly Header[];
  /** Byte for byte as it came. */
  readonly body: Uint8Array;
  /** The body as text. */
  text(): string;
  /** False: the payload lacks something the schema requires; it is handed on all the same. */
  readonly schemaValid: boolean;
  /** Of the delivery's row in the log. */
  readonly seq: number;
  /** The delivery this is a replay of, or null. */
  readonly replayOf: number | null;
  /** The sender's address, without port. */
  readonly remote: string;
  /** Aborted when the sender goes away or the receiver stops. */
  readonly signal: AbortSignal;
}

/** What a handler may return, or promise: a Response as it is, a string as text, nothing for 200 and an empty body, anything else as JSON. */
export type HandlerResult = unknown;

/**
 * Called for each delivery of its route, after that is on disk. The payload is typed as what the Hub sends; one that lacks a
 * required field comes too, with `request.schemaValid` false.
 */
export type Handler = (payload: WebhookPayload, request: WebhookRequest) => HandlerResult;
