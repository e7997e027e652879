import { setTimeout as sleep } from "node:timers/promises";
import { exitCodes, isHooklensError } from "../model/errors.ts";
import type { ReplayResult } from "./receiver-state.ts";
import type { ReplayItem } from "./replay-seqs.ts";

/** Result of one replay of several; `seq` and `outcome` are null if the delivery was not replayed. */
export interface ReplayReport extends Omit<ReplayResult, "seq" | "outcome"> {
  readonly replayOf: number;
  readonly seq: number | null;
  readonly outcome: ReplayResult["outcome"] | null;
}

export interface ReplayAllOptions {
  replay(item: ReplayItem): Promise<ReplayResult>;
  /** Minimum time between the starts of two replays, in milliseconds. */
  readonly gapMs: number;
  /** Signal that ends the work after the current replay. */
  readonly signal: AbortSignal;
}

/**
 * Replays deliveries one after the other and yields each result. A delivery that cannot be replayed does not
 * end the work.
 * @throws {EngineGoneError} and other errors that concern all deliveries
 */
export async function* replayAll(
  items: AsyncIterable<ReplayItem> | Iterable<ReplayItem>,
  { replay, gapMs, signal }: ReplayAllOptions,
): AsyncGenerator<ReplayReport> {
  let nextMs = performance.now();
  for await (const item of items) {
    await pause(nextMs - performance.now(), signal);
    if (signal.aborted) return;
    nextMs = performance.now() + gapMs;
    yield await reportOf(item, replay);
  }
}

async function reportOf(item: ReplayItem, replay: ReplayAllOptions["replay"]): Promise<ReplayReport> {
  const { seq } = item;
  try {
    return { replayOf: seq, ...(await replay(item)) };
  } catch (error) {
    if (!isHooklensError(error) || error.exitCode !== exitCodes.failed) throw error;
    return { replayOf: seq, seq: null, outcome: null, status: null, error: error.message };
  }
}

/** Waits; resolves early if the signal is aborted. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms > 0) await sleep(ms, undefined, { signal }).catch(() => undefined);
}
