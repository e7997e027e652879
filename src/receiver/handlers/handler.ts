import type { Header } from "../../model/delivery.ts";
import type { WebhookPayload } from "../../model/payload.ts";
import type { Incoming } from "../action.ts";

/** Request passed to a handler. */
export interface WebhookRequest {
  readonly method: string;
  /** Path and query: `/webhooks/train?x=1`. */
  readonly url: string;
  /** Name of the route, without `/webhooks/`. */
  readonly route: string;
  readonly headers: Headers;
  /** Headers in original order and case, duplicates included. */
  readonly rawHeaders: readonly Header[];
  /** Unchanged bytes of the body. */
  readonly body: Uint8Array<ArrayBuffer>;
  /** Returns the body as text, decoded as UTF-8. */
  text(): string;
  /** False if the payload does not conform to the schema; the handler is called all the same. */
  readonly schemaValid: boolean;
  /** Sequence number of the delivery in the log. */
  readonly seq: number;
  /** Sequence number of the replayed delivery; null if this is not a replay. */
  readonly replayOf: number | null;
  /** ID of the event in the header `Webhook-Id`, the same in all its tries; null without one. */
  readonly eventId: string | null;
  /** Sequence number of the first delivery of the event, the same in all its tries. */
  readonly eventOf: number;
  /** Number of the try of the event, from 1. */
  readonly tryNumber: number;
  /** Time of receipt of the first delivery of the event. */
  readonly firstTryAt: Date;
  /** The sender's address, without port. */
  readonly remote: string;
  /** Aborted when the sender disconnects before it has a response, or when the receiver stops. */
  readonly signal: AbortSignal;
}

/**
 * Result of a handler or a promise of it: a Response, a string for text, undefined or null for 200 without a
 * body, anything else for JSON.
 */
export type HandlerResult = unknown;

/**
 * Function called for each delivery of its route, after the delivery is stored. The payload is typed as the
 * Hub sends it; one that lacks a required field is passed too, with `request.schemaValid` false.
 */
export type Handler = (payload: WebhookPayload, request: WebhookRequest) => HandlerResult;

/**
 * Creates the request of a delivery. The rarely used `headers`, `text()` and `signal` are created on access.
 */
export function makeWebhookRequest(
  incoming: Incoming,
  context: { readonly signal: AbortSignal },
): WebhookRequest {
  return new IncomingRequest(incoming, context);
}

/** A class, so that getters are not created for each delivery. */
class IncomingRequest implements WebhookRequest {
  readonly #incoming: Incoming;
  readonly #context: { readonly signal: AbortSignal };
  #headers: Headers | null = null;

  constructor(incoming: Incoming, context: { readonly signal: AbortSignal }) {
    this.#incoming = incoming;
    this.#context = context;
  }

  get method(): string {
    return this.#incoming.method;
  }
  get url(): string {
    return this.#incoming.target;
  }
  get route(): string {
    return this.#incoming.route;
  }
  get headers(): Headers {
    if (this.#headers === null) {
      this.#headers = new Headers();
      for (const [name, value] of this.#incoming.headers) this.#headers.append(name, value);
    }
    return this.#headers;
  }
  get rawHeaders(): readonly Header[] {
    return this.#incoming.headers;
  }
  get body(): Uint8Array<ArrayBuffer> {
    return this.#incoming.body;
  }
  text(): string {
    const { buffer, byteOffset, byteLength } = this.#incoming.body;
    return Buffer.from(buffer, byteOffset, byteLength).toString("utf8");
  }
  get schemaValid(): boolean {
    return this.#incoming.schemaValid;
  }
  get seq(): number {
    return this.#incoming.seq;
  }
  get replayOf(): number | null {
    return this.#incoming.replayOf;
  }
  get eventId(): string | null {
    return this.#incoming.event.id;
  }
  get eventOf(): number {
    return this.#incoming.event.first;
  }
  get tryNumber(): number {
    return this.#incoming.event.number;
  }
  get firstTryAt(): Date {
    return new Date(this.#incoming.event.firstAtMs);
  }
  get remote(): string {
    return this.#incoming.remote;
  }
  get signal(): AbortSignal {
    return this.#context.signal;
  }
}
