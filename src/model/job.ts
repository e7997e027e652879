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
  /** Namespace (account or organization) of the run; null if the hub omits it. */
  readonly namespace: string | null;
  /** One of `jobStages`, or a newer one of the real Hub. */
  readonly stage: string;
  /** True if the stage is final. */
  readonly ended: boolean;
  /** Reason for the stage: `exit code 3`. */
  readonly message: string | null;
  /** Command and its arguments. */
  readonly command: readonly string[];
  /** Docker image; null for the image of a Space. */
  readonly image: string | null;
  /** Space whose image the run uses. */
  readonly space: string | null;
  readonly flavor: string | null;
  /** Time limit; null for the limit of the hub. */
  readonly timeoutSeconds: number | null;
  readonly labels: Readonly<Record<string, string>>;
  /** Webhook that started the run; null for a run started by a user, or if the hub omits it. */
  readonly webhookId: string | null;
  /** Dispatch that started the run, if any. Only local hubs report it. */
  readonly dispatchId: string | null;
  /** Times of the run, ISO 8601 in UTC; null if the hub omits them. */
  readonly createdAt: string | null;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
}

/** Run with the variables of its process. */
export interface JobFacts extends JobRun {
  /** Variables by name, including the variables of the triggering event. */
  readonly environment: Readonly<Record<string, string>>;
  /** Names of the secrets; hubs never return values. */
  readonly secrets: readonly string[];
}

/** Default flavor of a run. */
export const defaultFlavor = "cpu-basic";

/** Default Docker image of a run. */
export const defaultImage = "python:3.12";

/** Image source of a run: exactly one field. */
export type JobImage = { readonly image: string } | { readonly space: string };

/** Parameters of a new run. */
export type JobDraft = JobImage & {
  readonly command: readonly string[];
  /** @default `defaultFlavor` */
  readonly flavor?: string;
  /**
   * Namespace of the run.
   * @default the account of the token
   */
  readonly namespace?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly secrets?: Readonly<Record<string, string>>;
  readonly labels?: Readonly<Record<string, string>>;
  /** Time limit of the run. @default the limit of the hub */
  readonly timeoutSeconds?: number;
};

/** Hardware for runs. */
export interface JobFlavor {
  readonly name: string;
  /** Name for a person: `Nvidia A10G - small`. */
  readonly title: string;
  /** Price of a minute; 0 on a local hub. */
  readonly usdPerMinute: number;
}

/** Line of a run's output. */
export interface JobLogLine {
  /** Time of the line; null if the hub omits it. */
  readonly at: string | null;
  /** Text without its line ending. */
  readonly text: string;
}
