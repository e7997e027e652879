import type { Attempt, Header } from "../model/delivery.ts";

/** A delivery that is in the log, on its way to what its route does with it. */
export interface Incoming {
  /** Of its row. */
  readonly seq: number;
  readonly route: string;
  readonly method: string;
  /** The request's target as it came: `/webhooks/train?x=1`. */
  readonly target: string;
  /** As they came, order and duplicates kept, credentials included. On a replay what the log kept, with the secret put in again. */
  readonly headers: readonly Header[];
  /** Byte for byte. */
  readonly body: Uint8Array;
  /** The body parsed; any JSON value. */
  readonly payload: unknown;
  /** The payload has all the schema requires. */
  readonly schemaValid: boolean;
  /** The sender's address, without port. */
  readonly remote: string;
  readonly receivedAtMs: number;
  /** The delivery this is a replay of. */
  readonly replayOf: number | null;
}

/** What the sender is told. */
export interface ActionAnswer {
  readonly status: number;
  /** Names and values in turn, without those of the connection (Content-Length, Connection and their like). */
  readonly headers: readonly string[];
  readonly body: string | Uint8Array;
  /** Who made it: `handler train`, or the URL of a forward target. @default the receiver itself */
  readonly by?: string;
}

/** What came of it, for the row. */
export interface ActionEnd {
  readonly outcome: "handled" | "failed" | "interrupted";
  /** Null: nobody answered. */
  readonly status: number | null;
  /** Why it failed, in plain words. @default null */
  readonly reason?: string | null;
  /** What a handler printed, and with its stack what it threw: foreign text. @default nothing */
  readonly console?: readonly string[];
}

export interface ActionRun {
  /** Never rejects. May come before the end: a forward answers 202 when its target takes long. */
  readonly answer: Promise<ActionAnswer>;
  /** Never rejects. Null: the row stays pending, and whoever answered sees to its outcome. */
  readonly end: Promise<ActionEnd | null>;
}

export interface ActionContext {
  /** The sender went away, or the receiver was told to stop and its time is up. */
  readonly signal: AbortSignal;
  /** Puts a try on the delivery's row: where it went, and how. Never rejects. */
  attempt(attempt: Attempt): Promise<void>;
}

/** What a route does with a delivery once that is on disk: a handler, or a forward. Never throws. */
export type RouteAction = (incoming: Incoming, context: ActionContext) => ActionRun;

/** A route of the receiver. */
export interface RouteSpec {
  /** Under /webhooks/. */
  readonly name: string;
  /** Null: accept and log. */
  readonly action: RouteAction | null;
  /** Accepted alike, the first is put in on replay; empty: open to everyone. Absent: those of the receiver. */
  readonly secrets?: readonly string[];
}
