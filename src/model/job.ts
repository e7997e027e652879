/** Stages of a run on this hub; the real one also has DELETED and UPDATING (huggingface_hub `JobStage`). */
export const jobStages = ["SCHEDULING", "RUNNING", "COMPLETED", "CANCELED", "ERROR"] as const;
export type JobStage = (typeof jobStages)[number];

/** Final stages of a run on this hub. */
export const finalStages = ["COMPLETED", "CANCELED", "ERROR"] as const satisfies readonly JobStage[];
export type FinalStage = (typeof finalStages)[number];

/** One run of a Job. */
export interface JobRun {
  readonly id: string;
  /** One of `jobStages`, or a newer one of the real Hub. */
  readonly stage: string;
  /** True in every final stage. */
  readonly ended: boolean;
  /** Reason for the stage: `exit code 3`. */
  readonly message: string | null;
  /** The command and its arguments. */
  readonly command: readonly string[];
  /** The Docker image, or the Space whose image it is. */
  readonly image: string | null;
  readonly flavor: string | null;
  /** Webhook that started the run; null if a user did or the hub does not say. */
  readonly webhookId: string | null;
  /** ISO 8601, UTC. */
  readonly createdAt: string | null;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
}

/** Parameters of a new run. */
export interface JobDraft {
  readonly command: readonly string[];
  readonly image: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Defaults to the hub's own limit. */
  readonly timeoutSeconds?: number;
}

/** A line of a run's output. */
export interface JobLogLine {
  /** Time of the line; null if the hub does not say. */
  readonly at: string | null;
  /** Without its line end. */
  readonly text: string;
}
