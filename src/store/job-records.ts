import type { JobStage } from "../model/job.ts";

/** Request of a Job, stored completely, with its secrets. */
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
  /** `WEBHOOK_PAYLOAD` and the other variables by name, without the secret of the webhook, which only the registry stores. */
  readonly variables: Readonly<Record<string, string>>;
}

/** Process of a run: its id, which is also its group's, and its start time as the system reports it, which detects reused ids. */
export interface RunProcess {
  readonly pid: number;
  readonly mark: string;
}

/** One run of a Job. */
export interface StoredJobRun {
  /** 24 hex digits, as on the Hub. */
  readonly id: string;
  readonly account: string;
  readonly spec: StoredJobSpec;
  /** Event that started the run; null if a person did. */
  readonly trigger: JobTrigger | null;
  readonly stage: JobStage;
  readonly message: string | null;
  readonly createdAt: string;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
  /** Process of the run; null before it starts, and if it is unknown. */
  readonly process: RunProcess | null;
}

export interface NewJobRun {
  readonly account: string;
  readonly spec: StoredJobSpec;
  readonly trigger: JobTrigger | null;
  /** Dispatch that starts the run; a second run of the same dispatch is not created. Null for none. */
  readonly dispatch: string | null;
  /** Reason for which the run cannot start; it ends immediately with this message. Null if it can. */
  readonly failure: string | null;
}

/** Runs of Jobs; one hub writes them. */
export interface JobRecords {
  /** Adds a run, durable when it resolves. Returns the existing run of the same `dispatch` if there is one. */
  add(run: NewJobRun): Promise<StoredJobRun>;
  get(account: string, id: string): Promise<StoredJobRun | null>;
  /** Returns runs, newest first, without the variables of their events. */
  list(account: string): Promise<readonly StoredJobRun[]>;
  /** Returns waiting runs of all accounts, oldest first. */
  waiting(limit: number): Promise<readonly StoredJobRun[]>;
  /** Returns runs of all accounts that are in progress, or were before a crash. */
  running(): Promise<readonly StoredJobRun[]>;
  /** Moves a run from SCHEDULING to RUNNING. Returns false if it is not SCHEDULING. */
  begin(id: string): Promise<boolean>;
  /** Moves a run from SCHEDULING to CANCELED. Returns false if it is not SCHEDULING. */
  withdraw(id: string): Promise<boolean>;
  setProcess(id: string, process: RunProcess): Promise<void>;
  /** Moves a run to a final stage. Returns false if it has ended before, and leaves it unchanged. */
  end(id: string, stage: JobStage, message: string | null): Promise<boolean>;
  /** Returns null if the run does not exist. */
  setLabels(
    account: string,
    id: string,
    labels: Readonly<Record<string, string>>,
  ): Promise<StoredJobRun | null>;
  /** Removes ended runs except the newest `keep` and source Jobs of webhooks. Returns their ids. */
  prune(keep: number): Promise<readonly string[]>;
  close(): Promise<void>;
}
