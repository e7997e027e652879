/** Something to be done later, at least once. Jobs of one lane are claimed in the order they were put in. */
export interface NewJob {
  /** Who it is for (a webhook's id): the unit of order, holding and dropping. */
  readonly lane: string;
  /** Any JSON value. */
  readonly body: unknown;
  readonly dueAtMs: number;
  /** It is under way already, as if claimed with a lease until `dueAtMs`. @default false */
  readonly isLeased?: boolean;
}

export interface Job extends Omit<NewJob, "isLeased"> {
  readonly id: number;
  /** How often it was claimed before. */
  readonly attempts: number;
}

export interface QueueCounts {
  readonly waiting: number;
  readonly leased: number;
  readonly dead: number;
  readonly held: number;
}

export interface WorkQueue {
  /** All or none; durable when it resolves, with the ids in order. */
  enqueue(jobs: readonly NewJob[]): Promise<readonly number[]>;
  /**
   * Takes up to `n` due jobs, none of a held lane; they come back by themselves when the lease runs out. The oldest come first, in each lane
   * and over all; behind a long line of a full lane, the lane with the oldest one does.
   * With `perLane`, no lane has more than that many under lease at a time, so that a lane with a thousand due jobs and a slow
   * receiver does not keep the others from being claimed, nor slows the claiming.
   */
  claim(n: number, leaseMs: number, nowMs: number, perLane?: number): Promise<readonly Job[]>;
  /**
   * Whoever had claimed jobs is gone: they are due at once. So are those due after `latestMs`, where only a clock that was wrong can have put
   * them. Returns how many.
   */
  endLeases(nowMs: number, latestMs?: number): Promise<number>;
  done(id: number): Promise<void>;
  /** Puts a claimed job back, to be due at `dueAtMs`. */
  retry(id: number, dueAtMs: number): Promise<void>;
  /** Gives up on a job; it stays, is counted, and is not claimed again; dropping its lane removes it. */
  dead(id: number): Promise<void>;
  /**
   * When the next job is due or a lease runs out; null: nothing waits. In the past when a job is due and not claimed yet,
   * also one that its lane's share (`perLane`) keeps from being claimed: then only a job that ends makes a difference.
   */
  nextDueAtMs(): Promise<number | null>;
  hold(lane: string): Promise<void>;
  release(lane: string): Promise<void>;
  /** Removes all jobs of a lane. Returns how many. */
  drop(lane: string): Promise<number>;
  counts(lane?: string): Promise<QueueCounts>;
  close(): Promise<void>;
}
