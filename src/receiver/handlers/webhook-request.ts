import type { Header } from "../../model/delivery.ts";
import type { Incoming } from "../action.ts";
import type { WebhookRequest } from "./handler.ts";

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
