/** Work to do later, at least once. Jobs of one lane are claimed in the order in which they were enqueued. */
export interface NewJob {
  /** Unit of order, holding and dropping: the id of a webhook, for example. */
  readonly lane: string;
  /** Any JSON value. */
  readonly body: unknown;
  readonly dueAtMs: number;
  /** Enqueues the job as if it was claimed with a lease until `dueAtMs`. @default false */
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
  /** Adds all jobs or none. Resolves with their ids, in order, when they are durable. */
  enqueue(jobs: readonly NewJob[]): Promise<readonly number[]>;
  /**
   * Claims up to `n` due jobs of lanes that are not held, oldest first; they are due again when the lease expires.
   * @param perLane maximum number of leased jobs per lane, so that a lane with many due jobs and a slow receiver does not delay the others.
   * If the oldest jobs belong to lanes without room, jobs of the other lanes follow in the order of their lanes' oldest jobs.
   */
  claim(n: number, leaseMs: number, nowMs: number, perLane?: number): Promise<readonly Job[]>;
  /**
   * Makes leased jobs due now, because the process that claimed them is gone, and also jobs due after `latestMs`, which only a wrong clock
   * can have set. Returns their number.
   */
  endLeases(nowMs: number, latestMs?: number): Promise<number>;
  done(id: number): Promise<void>;
  /** Returns a claimed job to the queue, due at `dueAtMs`. */
  retry(id: number, dueAtMs: number): Promise<void>;
  /** Gives up a job: it is kept and counted but not claimed again. Dropping its lane removes it. */
  dead(id: number): Promise<void>;
  /**
   * Returns the time at which the next job is due or a lease expires; null if the queue is empty. It is in the past if a job is due and not
   * claimed yet, also one whose lane has no room (`perLane`); that one can only be claimed after another job ends.
   */
  nextDueAtMs(): Promise<number | null>;
  hold(lane: string): Promise<void>;
  release(lane: string): Promise<void>;
  /** Removes all jobs of a lane. Returns their number. */
  drop(lane: string): Promise<number>;
  counts(lane?: string): Promise<QueueCounts>;
  close(): Promise<void>;
}
