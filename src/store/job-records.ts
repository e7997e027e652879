import type { JobStage } from "../model/job.ts";

/** What a Job is: what somebody asked to be run. Kept whole, its secrets included. */
export interface StoredJobSpec {
  readonly command: readonly string[];
  readonly arguments: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly secrets: Readonly<Record<string, string>>;
  /** One of the two. */
  readonly dockerImage: string | null;
  readonly spaceId: string | null;
  readonly flavor: string;
  /** Null: the hub's own limit. */
  readonly timeoutSeconds: number | null;
  readonly labels: Readonly<Record<string, string>>;
  /** Fields of the request that a local hub keeps and does not use (volumes, tags, arch, ...), as they came. */
  readonly unused: Readonly<Record<string, unknown>>;
}

/** What made a webhook start a run. */
export interface JobTrigger {
  readonly webhookId: string;
  /** `WEBHOOK_PAYLOAD` and the others, by name, but for the webhook's secret: that is in the registry alone. */
  readonly variables: Readonly<Record<string, string>>;
}

/** The process of a run: its id, which is its group's too, and when it began as the system tells it, so that it is never mistaken. */
export interface RunProcess {
  readonly pid: number;
  readonly mark: string;
}

/** One run of a Job. */
export interface StoredJobRun {
  /** 24 hex digits, as the Hub's are. */
  readonly id: string;
  readonly account: string;
  readonly spec: StoredJobSpec;
  /** Null: a person started it. */
  readonly trigger: JobTrigger | null;
  readonly stage: JobStage;
  readonly message: string | null;
  readonly createdAt: string;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
  /** Null before it is there, and where it is not known. */
  readonly process: RunProcess | null;
}

export interface NewJobRun {
  readonly account: string;
  readonly spec: StoredJobSpec;
  readonly trigger: JobTrigger | null;
  /** What started it, where that may come twice: a second run of the same name is not made. Null: always a new one. */
  readonly dispatch: string | null;
  /** Given: it cannot be started, and ends with this message at once. */
  readonly failure: string | null;
}

/** The runs of Jobs; one hub writes them. */
export interface JobRecords {
  /** On disk when it resolves. Where there is one of the same `dispatch` already, that one. */
  add(run: NewJobRun): Promise<StoredJobRun>;
  get(account: string, id: string): Promise<StoredJobRun | null>;
  /** Newest first; those a webhook started without the variables of its event. */
  list(account: string): Promise<readonly StoredJobRun[]>;
  /** Of all accounts: those that wait, oldest first. */
  waiting(limit: number): Promise<readonly StoredJobRun[]>;
  /** Of all accounts: those that are (or were, before a crash) under way. */
  running(): Promise<readonly StoredJobRun[]>;
  /** From SCHEDULING to RUNNING. False: it does not wait any more. */
  begin(id: string): Promise<boolean>;
  /** From SCHEDULING to CANCELED. False: it does not wait any more. */
  withdraw(id: string): Promise<boolean>;
  setProcess(id: string, process: RunProcess): Promise<void>;
  /** To a final stage. False: it had ended before, and stays as it was. */
  end(id: string, stage: JobStage, message: string | null): Promise<boolean>;
  /** Null: there is none. */
  setLabels(
    account: string,
    id: string,
    labels: Readonly<Record<string, string>>,
  ): Promise<StoredJobRun | null>;
  /** Removes those that ended, but the newest `keep` and every source Job of a webhook. Returns their ids. */
  prune(keep: number): Promise<readonly string[]>;
  close(): Promise<void>;
}
