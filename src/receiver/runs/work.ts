import type { Attempt, DeliveryDetail } from "../../model/delivery.ts";
import type { ActionEnd, ActionResponse, Incoming } from "../action.ts";
import type { JobBody } from "./queued-job.ts";
import type { Gates } from "./turns.ts";

/** Result of one try of a delivery. */
export interface TryResult {
  /** Returns the outcome of the delivery if this is its last try. @param made number of tries, with this one */
  readonly endAfter: (made: number) => ActionEnd;
  /** Response to a sender that waits, if this is the last try. */
  readonly response: ActionResponse;
  readonly attempt: Attempt;
  /** True if a later try may succeed. */
  readonly mayRetry: boolean;
  /** True if the end of the receiver has cut the try off: it is repeated whatever the schedule. */
  readonly isCutOff: boolean;
}

/** Work with deliveries that are tried until one try succeeds: the forward, or the action of a route. */
export interface Work {
  /** Delay after each try that may be retried, in milliseconds. The delivery is dead after the last one. */
  readonly retryDelaysMs: readonly number[];
  /** True to store the job before the first try: a try that the end of the process cuts off is repeated. */
  readonly isStoredFirst: boolean;
  /** True to respond with 202 before the first try, once its job is stored. */
  readonly answersFirst: boolean;
  jobOf(incoming: Incoming): JobBody;
  /** Returns the gates of the delivery before each of its tries. */
  gatesOf(incoming: Incoming): Gates;
  /**
   * Tries a delivery whose sender waits. Resolves with null if it cannot be tried now. Never rejects.
   * @param body body of the delivery
   * @param made number of the try of this delivery, from 1
   */
  tryArrived(incoming: Incoming, body: Uint8Array<ArrayBuffer>, made: number): Promise<TryResult | null>;
}

/** Work with a stored delivery whose job is due. */
export interface DueWork extends Pick<Work, "retryDelaysMs"> {
  /** Gates before the try. */
  readonly gates: Gates;
  /** Tries the delivery. Resolves with null if it cannot be tried now. Never rejects. */
  try(): Promise<TryResult | null>;
}

/** Reason of a delivery that waits for this or another receiver; null keeps that of its row. */
export interface NoWork {
  readonly waitsFor: string | null;
}

/** Returns the work with a delivery whose job is due. */
export type WorkOf = (delivery: DeliveryDetail, job: JobBody) => DueWork | NoWork;
