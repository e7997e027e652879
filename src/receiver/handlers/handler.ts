import type { Header } from "../../model/delivery.ts";
import type { WebhookPayload } from "../../model/payload.ts";
import type { Incoming } from "../action.ts";

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

/** The request of a delivery. What most handlers never look at (`headers`, `text()`, `signal`) is made when it is asked for. */
export function makeWebhookRequest(
  incoming: Incoming,
  context: { readonly signal: AbortSignal },
): WebhookRequest {
  return new IncomingRequest(incoming, context);
}

/** A class, because its getters are made once and not for each delivery. */
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
  get body(): Uint8Array {
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
  get remote(): string {
    return this.#incoming.remote;
  }
  get signal(): AbortSignal {
    return this.#context.signal;
  }
}
