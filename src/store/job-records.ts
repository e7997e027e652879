import type { JobStage } from "../model/job.ts";

/** Request of a Job, with its secrets. */
export interface StoredJobSpec {
  readonly command: readonly string[];
  readonly arguments: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly secrets: Readonly<Record<string, string>>;
  /** Exactly one of `dockerImage` and `spaceId` is set. */
  readonly dockerImage: string | null;
  readonly spaceId: string | null;
  readonly flavor: string;
  /** Timeout of the run; null for the hub's own limit. */
  readonly timeoutSeconds: number | null;
  readonly labels: Readonly<Record<string, string>>;
  /** Fields of the request that a local hub stores but does not use: volumes, tags, arch. */
  readonly unused: Readonly<Record<string, unknown>>;
}

/** Event of a webhook that started a run. */
export interface JobTrigger {
  readonly webhookId: string;
  /** Dispatch of the event; null in records that do not have it yet. */
  readonly dispatchId: number | null;
  /**
   * `WEBHOOK_PAYLOAD` and the other variables by name, without the secret of the webhook, which only the
   * registry stores.
   */
  readonly variables: Readonly<Record<string, string>>;
}

/**
 * Process of a run. `pid` is also the ID of its process group. `mark` is the start time as the system reports
 * it, which detects a reused `pid`.
 */
export interface RunProcess {
  readonly pid: number;
  readonly mark: string;
}

/** Run of a Job. */
export interface StoredJobRun {
  /** 24 hex digits, as on the Hub. */
  readonly id: string;
  readonly account: string;
  readonly spec: StoredJobSpec;
  /** Event that started the run; null if a user started it. */
  readonly trigger: JobTrigger | null;
  readonly stage: JobStage;
  readonly message: string | null;
  readonly createdAt: string;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
  /** Process of the run; null before the start, after the end, and if unknown. */
  readonly process: RunProcess | null;
}

export interface NewJobRun {
  readonly account: string;
  readonly spec: StoredJobSpec;
  readonly trigger: JobTrigger | null;
  /** Dispatch that starts the run; null for none. A second run of the same dispatch is not created. */
  readonly dispatch: string | null;
  /** Reason why the run cannot start; it is stored as ended, with this message. Null if it can start. */
  readonly failure: string | null;
}

/** Runs of the Jobs of a local hub. */
export interface JobRecords {
  /**
   * Adds a run, durable when it resolves. Returns the existing run of the same `dispatch` if there is one.
   */
  add(run: NewJobRun): Promise<StoredJobRun>;
  get(account: string, id: string): Promise<StoredJobRun | null>;
  /** Returns the runs of an account, newest first, without the variables of their events. */
  list(account: string): Promise<readonly StoredJobRun[]>;
  /** Returns up to `limit` runs of all accounts in the stage SCHEDULING, oldest first. */
  waiting(limit: number): Promise<readonly StoredJobRun[]>;
  /** Returns the runs of all accounts in the stage RUNNING, also those that a crash interrupted. */
  running(): Promise<readonly StoredJobRun[]>;
  /** Moves a run from SCHEDULING to RUNNING. Returns false if it is not SCHEDULING. */
  begin(id: string): Promise<boolean>;
  /** Moves a run from SCHEDULING to CANCELED. Returns false if it is not SCHEDULING. */
  withdraw(id: string): Promise<boolean>;
  setProcess(id: string, process: RunProcess): Promise<void>;
  /** Moves a run to a final stage. Returns false, and changes nothing, if it has already ended. */
  end(id: string, stage: JobStage, message: string | null): Promise<boolean>;
  /** Returns null if the run does not exist. */
  setLabels(
    account: string,
    id: string,
    labels: Readonly<Record<string, string>>,
  ): Promise<StoredJobRun | null>;
  /**
   * Removes ended runs, except the source Jobs of webhooks and the newest `keep` of the others. Returns the
   * IDs of the removed runs.
   */
  prune(keep: number): Promise<readonly string[]>;
  close(): Promise<void>;
}
