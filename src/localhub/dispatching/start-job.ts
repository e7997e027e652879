/** A dispatch to a Job webhook, as an attempt hands it on. */
export interface JobStart {
  /**
   * Names this start for good: a dispatch that is tried again, also after a crash, has the same one, so that no second run is started for it;
   * each replay has one of its own.
   */
  readonly key: string;
  readonly account: string;
  readonly webhookId: string;
  /** The id of the Job whose command, environment and limits the run takes over. */
  readonly jobSourceId: string;
  /** The whole payload, the text a URL would be sent. */
  readonly payload: string;
  readonly repo: { readonly type: string; readonly name: string };
  /** The webhook's, as it is now. */
  readonly secret: string | null;
}

/** What came of it: a run that is under way, or why there is none. */
export type JobStarted =
  | { readonly runId: string }
  | {
      /** One line, without secrets: `the payload has 200000 bytes, a process takes 131071 at most`. */
      readonly error: string;
      /** True: it would fail in the same way every time, so the dispatch is dead at once. False: it is tried again by the schedule. */
      readonly final: boolean;
    };

/**
 * Starts a run of a Job. The attempt is over when this resolves, whatever the run does then: it resolves once the run is on disk, not when
 * it ends. What cannot be started is an answer; what it throws is a bug, logged, and tried again.
 */
export type StartJob = (start: JobStart) => Promise<JobStarted>;
