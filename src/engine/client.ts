import type { Outcome } from "../model/delivery.ts";
import type { DeliveryReader, LogPosition, Pruned, PrunePolicy } from "../store/ports.ts";

/** What a receiver says of itself over its control socket. */
export interface ReceiverState {
  readonly pid: number;
  /** Of hooklens. */
  readonly version: string;
  /** Where senders reach it: `http://127.0.0.1:7860`. */
  readonly url: string;
  /** Names under /webhooks/. */
  readonly routes: readonly string[];
  /** False: the endpoints are open to everyone. */
  readonly secretSet: boolean;
  readonly startedAt: string;
  readonly position: LogPosition;
}

export interface ReplayResult {
  /** The row the replay made. */
  readonly seq: number;
  readonly outcome: Outcome;
  readonly status: number | null;
  /** Why there was no answer; null when there was one. */
  readonly error: string | null;
}

/** A receiver in this or another process. Every call throws EngineGoneError when it cannot be reached. */
export interface ReceiverControl {
  state(): Promise<ReceiverState>;
  /** Through its route again, or to a URL; a new row with `replayOf`. @throws {NotFoundError} */
  replay(seq: number, to?: string): Promise<ReplayResult>;
  /** Prunes its log, or tells what would go; see `DeliveryLog.prune`. */
  prune(policy: PrunePolicy, dryRun: boolean): Promise<Pruned>;
  /** The log's position now and after commits, at most 10 times a second. Throws EngineGoneError when the connection is lost. */
  updates(signal: AbortSignal): AsyncIterable<LogPosition>;
}

/** The log as seen from another process: a thread of its own, so that a slow search never costs a key press. */
export interface ReaderThread extends DeliveryReader {
  /** Drops what is asked but not yet answered; those calls reject with AbortError. */
  cancelAll(): void;
}
