import type { eventStates } from "../model/delivery.ts";

/** Numbers of events by state, of some of the handled ones, and of their tries. */
export interface EventCounts extends Readonly<Record<(typeof eventStates)[number], number>> {
  /** Events handled more than once. */
  readonly handledTwice: number;
  /** Events handled once that have an interrupted try, which may have run. */
  readonly handledAfterInterruption: number;
  /** Counted deliveries: tries of these events. */
  readonly tries: number;
}

/** Event of which a delivery is another try, as it was before it. */
export interface EventStanding {
  /** First try. */
  readonly first: number;
  /** First handled try; null if there is none. */
  readonly settledBy: number | null;
  /** Latest pending try; null if there is none. */
  readonly pending: number | null;
  /** Superseded try; null if there is none. */
  readonly superseded: number | null;
}

/** Appended delivery. */
export interface Appended {
  readonly seq: number;
  /** Event that the delivery repeats; null for a first try. */
  readonly repeats: EventStanding | null;
}
