import type { Incoming } from "../action.ts";
import type { HandlerCall } from "./call-handler.ts";

/** What a thread is started with. */
export interface ThreadData {
  /** URL of the module whose default export is the handler. */
  readonly entry: string;
  readonly route: string;
  /** Text by path, read instead of the file: a thread that is started again gets what the one before it had loaded. */
  readonly sources: ReadonlyMap<string, string>;
  /** One Int32: see `progress.ts`. */
  readonly progress: SharedArrayBuffer;
}

/** A file of the handler's own that was loaded, or would have been, had it been there. */
export interface LoadedFile {
  readonly path: string;
  /** Null: it is not there. */
  readonly text: string | null;
  /** Milliseconds since 1970, with fractions; 0 where there is none. */
  readonly modifiedMs: number;
}

/** Calls of one turn in one message. */
export interface CallBatch {
  /** JSON of `CallFields[]`: one long string is copied at a fraction of what so many objects cost. */
  readonly calls: string;
  /** All bodies, one after the other. */
  readonly bodies: Uint8Array<ArrayBuffer>;
}

/** Answers of one turn in one message. */
export interface ReplyBatch {
  /** JSON of `ReplyFields[]`. */
  readonly answers: string;
  /** Bodies that are bytes and no text. */
  readonly bodies: readonly Uint8Array[];
}

export type ToThread =
  | { readonly kind: "calls"; readonly batch: CallBatch }
  /** The signal of a call is aborted; why, in words. */
  | { readonly kind: "abort"; readonly id: number; readonly why: string }
  /** No more calls will come: the thread ends when nothing of the handler's runs any more. */
  | { readonly kind: "retire" };

export type FromThread =
  | { readonly kind: "file"; readonly file: LoadedFile }
  | { readonly kind: "loaded" }
  | { readonly kind: "broken"; readonly why: string }
  | { readonly kind: "replies"; readonly batch: ReplyBatch }
  /** The handler asked for the signal of a call: only then does it cost anything. */
  | { readonly kind: "signal-wanted"; readonly id: number }
  /** Something was thrown where nobody catches it. */
  | { readonly kind: "stray"; readonly what: string };

/** A call that was answered. */
export interface Answered {
  readonly id: number;
  readonly call: HandlerCall;
}

type Body = string | Uint8Array;

/** What a thread is given of a delivery: it parses the body itself, and a parsed payload takes more memory than its bytes while it waits. */
export type CallRequest = Omit<Incoming, "payload">;

/** The same delivery without its payload. */
export function withoutPayload(incoming: Incoming): CallRequest {
  const { seq, route, method, target, headers, body, schemaValid, remote, receivedAtMs, replayOf } = incoming;
  return { seq, route, method, target, headers, body, schemaValid, remote, receivedAtMs, replayOf };
}

/** Of a call, all but its body; the route is known. */
type CallFields = readonly [
  number: number,
  bodyBytes: number,
  seq: number,
  method: string,
  target: string,
  headers: Incoming["headers"],
  schemaValid: boolean,
  remote: string,
  receivedAtMs: number,
  replayOf: number | null,
];

/** A body that is a number is that one of the batch's. */
type ReplyFields = readonly [
  id: number,
  status: number,
  headers: readonly string[],
  body: string | number,
  failure: string | null,
  console: readonly string[],
];

/** Calls by number, as one message. Its bytes may be transferred: they are a copy. */
export function packCalls(calls: readonly (readonly [number: number, request: CallRequest])[]): CallBatch {
  let bytes = 0;
  for (const [, { body }] of calls) bytes += body.length;
  const bodies = new Uint8Array(bytes);
  const fields: CallFields[] = [];
  let end = 0;
  for (const [number, request] of calls) {
    const { seq, method, target, headers, schemaValid, remote, receivedAtMs, replayOf, body } = request;
    bodies.set(body, end);
    end += body.length;
    fields.push([
      number,
      body.length,
      seq,
      method,
      target,
      headers,
      schemaValid,
      remote,
      receivedAtMs,
      replayOf,
    ]);
  }
  return { calls: JSON.stringify(fields), bodies };
}

export function unpackCalls(
  route: string,
  batch: CallBatch,
): (readonly [number: number, incoming: Incoming])[] {
  let end = 0;
  return (JSON.parse(batch.calls) as CallFields[]).map((fields) => {
    const start = end;
    end += fields[1];
    return [fields[0], new ReceivedCall(route, fields, batch.bodies.subarray(start, end))];
  });
}

/** A class, because its getters are made once and not for each delivery. */
class ReceivedCall implements Incoming {
  readonly route: string;
  readonly body: Uint8Array;
  readonly #fields: CallFields;

  constructor(route: string, fields: CallFields, body: Uint8Array) {
    this.route = route;
    this.body = body;
    this.#fields = fields;
  }

  get seq(): number {
    return this.#fields[2];
  }
  get method(): string {
    return this.#fields[3];
  }
  get target(): string {
    return this.#fields[4];
  }
  get headers(): Incoming["headers"] {
    return this.#fields[5];
  }
  get schemaValid(): boolean {
    return this.#fields[6];
  }
  get remote(): string {
    return this.#fields[7];
  }
  get receivedAtMs(): number {
    return this.#fields[8];
  }
  get replayOf(): number | null {
    return this.#fields[9];
  }
  /**
   * Parsed here, from its bytes: a value made elsewhere would cost more to bring over. Not kept: it is asked for once, and a handler that
   * waits for something may be done with it.
   */
  get payload(): unknown {
    const { buffer, byteOffset, byteLength } = this.body;
    return JSON.parse(Buffer.from(buffer, byteOffset, byteLength).toString("utf8"));
  }
}

export function packReplies(answered: readonly Answered[]): ReplyBatch {
  const bodies: Uint8Array[] = [];
  const fields = answered.map(({ id, call: { response, failure, console } }): ReplyFields => {
    const body = typeof response.body === "string" ? response.body : bodies.push(response.body) - 1;
    return [id, response.status, response.headers, body, failure, console];
  });
  return { answers: JSON.stringify(fields), bodies };
}

export function unpackReplies(batch: ReplyBatch): Answered[] {
  return (JSON.parse(batch.answers) as ReplyFields[]).map(([id, status, headers, kept, failure, console]) => {
    const body: Body = typeof kept === "string" ? kept : (batch.bodies[kept] ?? "");
    return {
      id,
      call: { response: { status, headers, body }, failure, console },
    };
  });
}
