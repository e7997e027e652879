/** Dispatch to a webhook that starts a Job. */
export interface JobStart {
  /**
   * Idempotency key: a retry of a dispatch has the same key, also after a crash, and starts no second run;
   * each replay has its own key.
   */
  readonly key: string;
  readonly account: string;
  readonly webhookId: string;
  /** Id of the Job that provides the command, environment and limits of the run. */
  readonly jobSourceId: string;
  /** Payload as it would be sent to a URL. */
  readonly payload: string;
  readonly repo: { readonly type: string; readonly name: string };
  /** Current secret of the webhook. */
  readonly secret: string | null;
}

/** A started run, or the reason why there is none. */
export type JobStarted =
  | { readonly runId: string }
  | {
      /** One line, without secrets: `the payload has 200000 bytes, a process takes 131071 at most`. */
      readonly error: string;
      /** True for a permanent failure: the dispatch is not retried. */
      readonly final: boolean;
    };

/**
 * Starts a run of a Job. The attempt is over when this resolves, whatever the run does then: it resolves once the run is on disk, not when
 * it ends. A Job that cannot be started is a result; an exception is a bug, which is logged and retried.
 */
export type StartJob = (start: JobStart) => Promise<JobStarted>;
