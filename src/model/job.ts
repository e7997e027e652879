/**
 * Stages of a run on the local hub; the real Hub also has DELETED and UPDATING (huggingface_hub `JobStage`).
 */
export const jobStages = ["SCHEDULING", "RUNNING", "COMPLETED", "CANCELED", "ERROR"] as const;
export type JobStage = (typeof jobStages)[number];

/** Final stages of a run on the local hub. */
export const finalStages = ["COMPLETED", "CANCELED", "ERROR"] as const satisfies readonly JobStage[];
export type FinalStage = (typeof finalStages)[number];

/** Run of a Job. */
export interface JobRun {
  readonly id: string;
  /** One of `jobStages`, or a newer one of the real Hub. */
  readonly stage: string;
  /** True if the stage is final. */
  readonly ended: boolean;
  /** Reason for the stage: `exit code 3`. */
  readonly message: string | null;
  /** Command and its arguments. */
  readonly command: readonly string[];
  /** Docker image, or the Space whose image the run uses. */
  readonly image: string | null;
  readonly flavor: string | null;
  /** Webhook that started the run; null if a user did or the hub does not say. */
  readonly webhookId: string | null;
  /** Times of the run, ISO 8601 in UTC; null if the hub does not state them. */
  readonly createdAt: string | null;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
}

/** Parameters of a new run. */
export interface JobDraft {
  readonly command: readonly string[];
  readonly image: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Time limit of the run. @default the limit of the hub */
  readonly timeoutSeconds?: number;
}

/** Line of a run's output. */
export interface JobLogLine {
  /** Time of the line; null if the hub does not state one. */
  readonly at: string | null;
  /** Text without its line ending. */
  readonly text: string;
}
