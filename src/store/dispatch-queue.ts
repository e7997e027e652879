import type { Job, JobCounts, WorkQueue } from "./work-queue.ts";

/** Numbers of jobs by state. */
export interface DispatchCounts extends JobCounts {
  readonly dead: number;
  readonly held: number;
}

/** Durable queue of a local hub, whose lanes can be held, limited and dropped. All jobs of a call are added, or none. */
export interface DispatchQueue extends WorkQueue {
  /**
   * Claims up to `n` due jobs of lanes that are not held, oldest first.
   * @param perLane maximum number of leased jobs per lane, so that a lane with many due jobs and a slow
   * receiver does not delay the others. If the oldest jobs belong to lanes without room, the jobs of the
   * other lanes follow in the order of the oldest job of each lane. A due job of a lane without room can only be
   * claimed after another one of the lane ends.
   * @default Infinity
   */
  claim(n: number, leaseMs: number, nowMs: number, perLane?: number): Promise<readonly Job[]>;
  /** Holds a lane: its waiting and future jobs are not claimed until `release`. */
  hold(lane: string): Promise<void>;
  /** Ends the hold of a lane. */
  release(lane: string): Promise<void>;
  /** Removes all jobs of a lane, dead ones too. Returns their number. */
  drop(lane: string): Promise<number>;
  /** Counts the jobs of all lanes, or of one. */
  counts(lane?: string): Promise<DispatchCounts>;
}
