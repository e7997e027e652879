import type { EventTry, Incoming } from "../action.ts";
import type { HandlerCall } from "./call-handler.ts";

/** Data with which a thread starts. */
export interface ThreadData {
  /** URL of the module whose default export is the handler. */
  readonly entry: string;
  readonly route: string;
  /**
   * Texts by path that replace those of the files. A restarted thread gets the sources of the previous one.
   */
  readonly sources: ReadonlyMap<string, string>;
  /** Memory of one Int32: see `makeProgress`. */
  readonly progress: SharedArrayBuffer;
}

/** A file of the handler that was loaded, or was not found. */
export interface LoadedFile {
  readonly path: string;
  /** Source text; null if the file is missing. */
  readonly text: string | null;
  /** Milliseconds since 1970, with fractions; 0 if the file is missing. */
  readonly modifiedMs: number;
}

/** All calls of one turn of the event loop. */
export interface CallBatch {
  /** JSON of `CallFields[]`: a string is much cheaper to copy than many objects. */
  readonly calls: string;
  /** All bodies, concatenated. */
  readonly bodies: Uint8Array<ArrayBuffer>;
}

/** All replies of one turn of the event loop. */
export interface ReplyBatch {
  /** JSON of `ReplyFields[]`. */
  readonly replies: string;
  /** Binary bodies. */
  readonly bodies: readonly Uint8Array[];
}

export type ToThread =
  | { readonly kind: "calls"; readonly batch: CallBatch }
  /** Aborts the signal of a call, with a reason in words. */
  | { readonly kind: "abort"; readonly id: number; readonly why: string }
  /** Ends the thread when the handler has nothing left to do; no more calls follow. */
  | { readonly kind: "retire" };

export type FromThread =
  | { readonly kind: "file"; readonly file: LoadedFile }
  | { readonly kind: "loaded" }
  | { readonly kind: "broken"; readonly why: string }
  | { readonly kind: "replies"; readonly batch: ReplyBatch }
  /** Requests the signal of a call, which is created on demand. */
  | { readonly kind: "signal-wanted"; readonly id: number }
  /** Reports an uncaught exception. */
  | { readonly kind: "uncaught"; readonly what: string };

/** Reply to a call. */
export interface Reply {
  readonly id: number;
  readonly call: HandlerCall;
}

type Body = string | Uint8Array;

/** A delivery without its payload, which takes more memory than the body; the thread parses the body. */
export type CallRequest = Omit<Incoming, "payload">;

/** Copies a delivery without its payload. */
export function withoutPayload(incoming: Incoming): CallRequest {
  const { seq, route, method, target, headers, body, schemaValid, remote, receivedAtMs } = incoming;
  const { replayOf, event } = incoming;
  return { seq, route, method, target, headers, body, schemaValid, remote, receivedAtMs, replayOf, event };
}

/** Fields of a call, without the body and the route. */
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
  event: EventTry,
];

/** Fields of a reply. A number as body is an index into the batch's bodies. */
type ReplyFields = readonly [
  id: number,
  status: number,
  headers: readonly string[],
  body: string | number,
  failure: string | null,
  final: boolean,
  console: readonly string[],
];

/** Packs calls into one message. Its bytes are copies and may be transferred. */
export function packCalls(calls: readonly (readonly [number: number, request: CallRequest])[]): CallBatch {
  let bytes = 0;
  for (const [, { body }] of calls) bytes += body.length;
  const bodies = new Uint8Array(bytes);
  const fields: CallFields[] = [];
  let end = 0;
  for (const [number, request] of calls) {
    const { seq, method, target, headers, schemaValid, remote, receivedAtMs, replayOf, event, body } =
      request;
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
      event,
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

/** A class, so that getters are not created for each delivery. */
class ReceivedCall implements Incoming {
  readonly route: string;
  readonly body: Uint8Array<ArrayBuffer>;
  readonly #fields: CallFields;

  constructor(route: string, fields: CallFields, body: Uint8Array<ArrayBuffer>) {
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
  get event(): EventTry {
    return this.#fields[10];
  }
  /**
   * Payload, parsed in the thread, because copying a value costs more. Not cached, because it is read once
   * and a waiting handler may no longer need it.
   */
  get payload(): unknown {
    const { buffer, byteOffset, byteLength } = this.body;
    return JSON.parse(Buffer.from(buffer, byteOffset, byteLength).toString("utf8"));
  }
}

export function packReplies(replies: readonly Reply[]): ReplyBatch {
  const bodies: Uint8Array[] = [];
  const fields = replies.map(({ id, call: { response, failure, final, console } }): ReplyFields => {
    const body = typeof response.body === "string" ? response.body : bodies.push(response.body) - 1;
    return [id, response.status, response.headers, body, failure, final, console];
  });
  return { replies: JSON.stringify(fields), bodies };
}

export function unpackReplies(batch: ReplyBatch): Reply[] {
  return (JSON.parse(batch.replies) as ReplyFields[]).map((fields) => {
    const [id, status, headers, kept, failure, final, console] = fields;
    const body: Body = typeof kept === "string" ? kept : (batch.bodies[kept] ?? "");
    return {
      id,
      call: { response: { status, headers, body }, failure, final, console },
    };
  });
}
