/**
 * Work to do later, at least once. Due jobs of one lane are claimed in the order in which they were enqueued.
 */
export interface NewJob {
  /** Group of jobs that are ordered, held and dropped together, such as the jobs of one webhook. */
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
  /** Number of earlier claims. */
  readonly attempts: number;
}

/** Number of jobs by state. */
export interface QueueCounts {
  readonly waiting: number;
  readonly leased: number;
  readonly dead: number;
  readonly held: number;
}

/** Durable queue of jobs. */
export interface WorkQueue {
  /** Adds all jobs or none. Resolves with their IDs, in order, when they are durable. */
  enqueue(jobs: readonly NewJob[]): Promise<readonly number[]>;
  /**
   * Claims up to `n` due jobs of lanes that are not held, oldest first. A claimed job is due again when its
   * lease expires.
   * @param perLane maximum number of leased jobs per lane, so that a lane with many due jobs and a slow
   * receiver does not delay the others. If the oldest jobs belong to lanes without room, the jobs of the
   * other lanes follow in the order of the oldest job of each lane.
   * @default Infinity
   */
  claim(n: number, leaseMs: number, nowMs: number, perLane?: number): Promise<readonly Job[]>;
  /**
   * Makes leased jobs due at `nowMs`; called when the process that claimed them has ended. Does the same for
   * waiting jobs that are due after `latestMs`, which only a wrong clock can have caused.
   * @returns the number of changed jobs
   */
  endLeases(nowMs: number, latestMs?: number): Promise<number>;
  /** Removes a completed job. */
  done(id: number): Promise<void>;
  /** Returns a claimed job to the queue, due at `dueAtMs`. */
  retry(id: number, dueAtMs: number): Promise<void>;
  /** Gives up a job: it is kept and counted, but not claimed again. `drop` removes it. */
  dead(id: number): Promise<void>;
  /**
   * Returns the time at which the next job is due or a lease expires; null if no job waits or is leased. The
   * time is in the past if a job is due but not claimed yet. If the lane of that job has no room (`perLane`),
   * the job can only be claimed after another one of the lane ends.
   */
  nextDueAtMs(): Promise<number | null>;
  /** Holds a lane: its waiting and future jobs are not claimed until `release`. */
  hold(lane: string): Promise<void>;
  /** Ends the hold of a lane. */
  release(lane: string): Promise<void>;
  /** Removes all jobs of a lane. Returns their number. */
  drop(lane: string): Promise<number>;
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
  counts(lane?: string): Promise<QueueCounts>;
  close(): Promise<void>;
}
