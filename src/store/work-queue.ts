/** Work to do later, at least once. Due jobs are claimed in the order in which they were enqueued. */
export interface NewJob {
  /** Group of jobs that are changed together, such as the forward of one delivery or the jobs of one webhook. */
  readonly lane: string;
  /** Any JSON value. */
  readonly body: unknown;
  readonly dueAtMs: number;
  /**
   * True to enqueue the job as claimed, with a lease until `dueAtMs`.
   * @default false
   */
  readonly isLeased?: boolean;
}

export interface Job extends Omit<NewJob, "isLeased"> {
  readonly id: number;
  /** Any JSON value; undefined if the stored body is none, because it was damaged. */
  readonly body: unknown;
}

/** Numbers of jobs that are neither done nor given up. */
export interface JobCounts {
  readonly waiting: number;
  /** Number of claimed jobs; of a shared queue, those that this process has claimed. */
  readonly leased: number;
}

/** Durable queue of jobs. */
export interface WorkQueue {
  /**
   * True if receivers of other machines work the queue, too. Jobs may then be due that this process did not enqueue,
   * and the queue itself ends the leases of a process that has ended.
   */
  readonly isShared: boolean;
  /**
   * Adds jobs. Resolves with their IDs, in order, when they are durable. None is added if one cannot be serialized.
   */
  enqueue(jobs: readonly NewJob[]): Promise<readonly number[]>;
  /** Claims up to `n` due jobs. A claimed job is due again when its lease expires. */
  claim(n: number, leaseMs: number, nowMs: number): Promise<readonly Job[]>;
  /**
   * Returns the lanes of the leased jobs: before the first claim, those that a process which has ended had claimed. Empty
   * for a shared queue.
   */
  leased(): Promise<readonly string[]>;
  /**
   * Makes leased jobs due at `nowMs`; called when the process that claimed them has ended, and when the clock was set
   * back. Does the same for waiting jobs that are due after `latestMs`, which only a wrong clock can have caused.
   * Changes nothing in a shared queue.
   */
  endLeases(nowMs: number, latestMs?: number): Promise<void>;
  /** Removes a completed job. */
  done(id: number): Promise<void>;
  /** Returns a claimed job to the queue, due at `dueAtMs`. */
  retry(id: number, dueAtMs: number): Promise<void>;
  /** Gives up a job: it is not claimed again. */
  dead(id: number): Promise<void>;
  /** Gives up a job with an unreadable body. */
  setApart(id: number): Promise<void>;
  /** Returns the number of unreadable jobs given up; for a shared queue, by this process. */
  unreadable(): Promise<number>;
  /**
   * Returns the time at which the queue must be read again, because a job is due or a lease expires; null if
   * that can only follow a call of this process. The time is in the past if a job is due but not claimed yet.
   */
  nextDueAtMs(): Promise<number | null>;
  /**
   * Makes the jobs due that wait for a later time.
   * @param lanes null for all lanes
   * @returns the number of changed jobs
   */
  hasten(lanes: readonly string[] | null, nowMs: number): Promise<number>;
  /**
   * Removes the jobs that wait, but neither claimed nor dead ones.
   * @param lanes null for all lanes
   * @returns the lanes of the removed jobs
   */
  dropWaiting(lanes: readonly string[] | null): Promise<readonly string[]>;
  counts(): Promise<JobCounts>;
  close(): Promise<void>;
}
