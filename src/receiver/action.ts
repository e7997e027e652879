import type { Attempt, Header } from "../model/delivery.ts";

/** Try of an event: a delivery, a later try of it, or another delivery or replay of the same event. */
export interface EventTry {
  /** ID in the header `Webhook-Id`; null without one. */
  readonly id: string | null;
  /** Sequence number of the first delivery of the event. */
  readonly first: number;
  /** Number of the try, from 1: counts deliveries and replays of the event, and the tries of this delivery. */
  readonly number: number;
  /** Time of receipt of the first delivery, milliseconds since 1970. */
  readonly firstAtMs: number;
}

/** A logged delivery on its way to its route's action. */
export interface Incoming {
  /** Sequence number of its row. */
  readonly seq: number;
  readonly route: string;
  readonly method: string;
  /** Unparsed request target: `/webhooks/train?x=1`. */
  readonly target: string;
  /**
   * Headers in original order, with duplicates and credentials. For a replay, the logged headers with the
   * secret restored.
   */
  readonly headers: readonly Header[];
  /** Unchanged bytes. */
  readonly body: Uint8Array<ArrayBuffer>;
  /** Parsed body; any JSON value. */
  readonly payload: unknown;
  /** True if the payload conforms to the schema. */
  readonly schemaValid: boolean;
  /** The sender's address, without port. */
  readonly remote: string;
  readonly receivedAtMs: number;
  /** Sequence number of the replayed delivery; null if this is not a replay. */
  readonly replayOf: number | null;
  readonly event: EventTry;
}

/** Response to the sender. */
export interface ActionResponse {
  readonly status: number;
  /** Alternating names and values, without connection headers (Content-Length, Connection and the like). */
  readonly headers: readonly string[];
  readonly body: string | Uint8Array;
  /** Origin: `handler train`, or the URL of a forward target. @default the receiver */
  readonly by?: string;
}

/** Outcome to store in the delivery's row. */
export interface ActionEnd {
  readonly outcome: "accepted" | "handled" | "failed" | "interrupted" | "superseded";
  /** Status of the response; null if there was none. */
  readonly status: number | null;
  /** Reason of the failure, in plain words. @default null */
  readonly reason?: string | null;
  /** Output of a handler, then what it threw, with the stack: untrusted text. @default none */
  readonly console?: readonly string[];
  /** True for a failure that another try would repeat. @default false */
  readonly final?: boolean;
  /** Called when the outcome is passed to the log, which writes in order. @default nothing */
  readonly onWritten?: () => void;
}

export interface ActionRun {
  /**
   * Response to the sender. Never rejects. May resolve before `end`: a forward responds with 202 if its
   * target is slow.
   */
  readonly response: Promise<ActionResponse>;
  /**
   * Outcome of the action. Never rejects. Null if the row stays pending and the action writes the outcome
   * later.
   */
  readonly end: Promise<ActionEnd | null>;
  /**
   * True if the row stays pending when the receiver ends before the run, because the action puts it in the queue.
   * @default false
   */
  readonly isQueued?: boolean;
}

export interface ActionContext {
  /**
   * Aborted when the sender disconnects before it has a response, or at the end of the receiver's grace
   * period.
   */
  readonly signal: AbortSignal;
  /** Logs an attempt of the delivery. Never rejects. */
  attempt(attempt: Attempt): Promise<void>;
}

/** Action of a route, called with each stored delivery: a handler, a program or a forward. Never throws. */
export type RouteAction = (incoming: Incoming, context: ActionContext) => ActionRun;

/** A route of the receiver. */
export interface RouteSpec {
  /** Name under /webhooks/. */
  readonly name: string;
  /** Action for each delivery; null if deliveries are only accepted and logged. */
  readonly action: RouteAction | null;
  /** Command line of the program that the action runs, for people: `python3 train.py`. */
  readonly program?: string;
  /**
   * Accepted secrets; a replay sends the first. Empty if the route is open; if absent, the receiver's secrets
   * apply.
   */
  readonly secrets?: readonly string[];
}
