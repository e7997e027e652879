import { addAbortListener } from "node:events";
import type { WorkQueue } from "../../store/work-queue.ts";
import { plural } from "../../text/numbers.ts";
import type { QueuedRun } from "./queued-job.ts";
import type { Turns } from "./turns.ts";

/** Interval at which the jobs of a shared queue are counted, in milliseconds. */
const countEveryMs = 1_000;

export interface JobStatesOptions {
  readonly queue: WorkQueue;
  readonly turns: Turns;
  /** Reports the due time of a job, milliseconds since 1970. */
  readonly dueAt: (atMs: number) => void;
  /** Called after a change of `waiting`. */
  readonly onChange: () => void;
  /** Receives a line for jobs of a shared queue that could not be read. */
  readonly warn: (line: string) => void;
  /** Called when a newer push supersedes a run whose job waits in an unshared queue. */
  readonly onSuperseded: (seq: number) => void;
}

type RunOfJob = Pick<QueuedRun, "id" | "seq">;

/** States of the jobs of the queue: waiting, under way in this process, or ended. */
export interface JobStates {
  /** Counts a stored job, which is due at `dueAtMs` or under way. */
  added(run: RunOfJob, dueAtMs: number | "now trying"): void;
  /** Marks claimed jobs as under way. Returns those that were not: the lease of a try in progress may expire. */
  claimed<T extends { readonly id: number }>(jobs: readonly T[]): readonly T[];
  /**
   * Notes that a job waits in the queue.
   * @param keepsTurn true if its turn has come. @default false
   */
  back(run: RunOfJob, dueAtMs: number, keepsTurn?: boolean): void;
  /** Returns a job to the queue. Rejects if it cannot be written. */
  putBack(run: RunOfJob, dueAtMs: number): Promise<void>;
  /** Removes a job that has ended from the counts, and its run from its line. */
  ended(run: RunOfJob): void;
  /** Counts a job that has ended because it or its row is unreadable. */
  setApart(run: RunOfJob): void;
  /** Removes jobs that were dropped. */
  dropped(seqs: readonly number[]): void;
  /** Counts the jobs of a shared queue, to which other receivers and programs also write. */
  recount(nowMs: number): Promise<void>;
  /** Returns the number of jobs that wait for a try. */
  waiting(): number;
  /** Returns the number of unreadable jobs that were given up. */
  unreadable(): number;
}

/** Reads the numbers of the queue. */
export async function openJobStates(options: JobStatesOptions, nowMs: number): Promise<JobStates> {
  const { queue, turns, dueAt, onChange, warn, onSuperseded } = options;
  let unfinished = (await queue.counts()).waiting;
  let unreadable = await queue.unreadable();
  let countedMs = nowMs;
  const underWay = new Set<number>();

  function back({ id, seq }: RunOfJob, dueAtMs: number, keepsTurn = false): void {
    underWay.delete(id);
    if (keepsTurn) turns.keep(seq);
    else turns.waits(seq);
    const newer = queue.isShared ? null : turns.newer(seq);
    if (newer !== null) addAbortListener(newer, () => onSuperseded(seq));
    dueAt(dueAtMs);
    onChange();
  }

  function ended({ id, seq }: RunOfJob): void {
    underWay.delete(id);
    turns.ended(seq, null);
    unfinished -= 1;
    onChange();
  }

  return {
    added(run, dueAtMs) {
      unfinished += 1;
      if (dueAtMs !== "now trying") return back(run, dueAtMs);
      underWay.add(run.id);
      onChange();
    },
    claimed(jobs) {
      const fresh = jobs.filter(({ id }) => !underWay.has(id));
      for (const { id } of fresh) underWay.add(id);
      return fresh;
    },
    back,
    async putBack(run, dueAtMs) {
      await queue.retry(run.id, dueAtMs);
      back(run, dueAtMs);
    },
    ended,
    setApart(run) {
      unreadable += 1;
      ended(run);
    },
    dropped(seqs) {
      for (const seq of seqs) turns.ended(seq, null);
      unfinished -= seqs.length;
      onChange();
    },
    async recount(nowMs) {
      if (!queue.isShared || nowMs - countedMs < countEveryMs) return;
      countedMs = nowMs;
      const [{ waiting, leased }, unread] = await Promise.all([queue.counts(), queue.unreadable()]);
      if (unread > unreadable) {
        warn(`${plural(unread - unreadable, "job")} of the queue could not be read`);
      }
      if (waiting + leased === unfinished && unread === unreadable) return;
      unfinished = waiting + leased;
      unreadable = unread;
      onChange();
    },
    waiting: () => Math.max(0, unfinished - underWay.size),
    unreadable: () => unreadable,
  };
}
