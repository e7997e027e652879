/** Dispatch to a webhook that starts a Job. */
export interface JobStart {
  /**
   * Idempotency key. A retry of a dispatch has the same key, also after a crash, and starts no second run;
   * each replay has a key of its own.
   */
  readonly key: string;
  readonly account: string;
  readonly webhookId: string;
  readonly dispatchId: number;
  /** Id of the Job that provides the command, environment and limits of the run. */
  readonly jobSourceId: string;
  /** Payload, as sent to a URL. */
  readonly payload: string;
  readonly repo: { readonly type: string; readonly name: string };
  /** Current secret of the webhook; null without one. */
  readonly secret: string | null;
}

/** A started run, or the reason why there is none. */
export type JobStarted =
  | { readonly runId: string }
  | {
      /** Reason in one line, without secrets: `the Job 687f911eaea852de79c4a50a no longer exists`. */
      readonly error: string;
      /** True for a permanent failure: the dispatch is not retried. */
      readonly final: boolean;
    };

/**
 * Starts a run of a Job. Resolves when the run is on disk, which ends the attempt; the outcome of the run
 * does not matter. Resolves with an error if the Job cannot be started. A rejection is a bug, which is logged
 * and retried.
 */
export type StartJob = (start: JobStart) => Promise<JobStarted>;
