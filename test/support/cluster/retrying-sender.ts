import { setTimeout as pause } from "node:timers/promises";
import { postBytes, postInTurn } from "../load.ts";

/** Sender that behaves as a Hub does: it sends again what was not acknowledged. */
export interface RetryingSender {
  /** IDs of the attempts with a 2xx, in order of their responses. */
  readonly acknowledged: readonly string[];
  /** Number of attempts without a 2xx: broken connections, and the responses in `refusals`. */
  failures(): number;
  /** Number of responses other than 2xx, by status. */
  readonly refusals: ReadonlyMap<number, number>;
  /** Returns the longest time without an acknowledgment since the last call, in milliseconds. */
  longestSilenceMs(): number;
  /** Resolves when each delivery is acknowledged. */
  readonly done: Promise<void>;
}

export interface RetryingSenderOptions {
  /** Ports of the receivers at this moment, used in turn. */
  readonly ports: () => readonly number[];
  readonly connections: number;
  /** Number of deliveries. */
  readonly count: number;
  /** Returns the body of an attempt; its ID differs for each attempt of a delivery: `41.0`, then `41.1`. */
  readonly bodyOf: (attempt: string) => string;
}

/** Time before a connection is used again after a failure, in milliseconds. */
const retryAfterMs = 100;

/** Sends deliveries to receivers in turn, each until it is acknowledged. */
export function startSending({ ports, connections, count, bodyOf }: RetryingSenderOptions): RetryingSender {
  const acknowledged: string[] = [];
  const refusals = new Map<number, number>();
  const again: string[] = [];
  let unsent = 0;
  let turn = 0;
  let failures = 0;
  let lastMs = performance.now();
  let longestMs = 0;

  function silence(): void {
    const nowMs = performance.now();
    longestMs = Math.max(longestMs, nowMs - lastMs);
    lastMs = nowMs;
  }

  async function keepSending(): Promise<void> {
    let current: string | null = null;
    let isRefused = false;

    function retry(): void {
      if (current === null) return;
      const [id, attempt] = current.split(".");
      failures += 1;
      again.push(`${id}.${Number(attempt) + 1}`);
      current = null;
    }

    async function next(): Promise<Uint8Array | null> {
      if (isRefused) await pause(retryAfterMs);
      isRefused = false;
      while (acknowledged.length < count) {
        current = again.shift() ?? (unsent < count ? `${unsent++}.0` : null);
        if (current !== null) return postBytes("inbox", null, bodyOf(current));
        await pause(retryAfterMs);
      }
      return null;
    }

    function answered(status: number): void {
      if (status >= 200 && status < 300 && current !== null) {
        acknowledged.push(current);
        current = null;
        silence();
        return;
      }
      refusals.set(status, (refusals.get(status) ?? 0) + 1);
      isRefused = true;
      retry();
    }

    while (acknowledged.length < count) {
      const all = ports();
      await postInTurn(all[turn++ % all.length] ?? 0, next, answered);
      if (current !== null) await pause(retryAfterMs);
      retry();
    }
  }

  const done = Promise.all(Array.from({ length: connections }, keepSending)).then(() => {});
  return {
    acknowledged,
    refusals,
    failures: () => failures,
    longestSilenceMs() {
      silence();
      const longest = Math.round(longestMs);
      longestMs = 0;
      return longest;
    },
    done,
  };
}
