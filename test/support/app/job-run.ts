import type { JobRun } from "../../../src/model/job.ts";

/** Returns a run in progress, with changes. */
export function jobRun(change: Partial<JobRun> = {}): JobRun {
  return {
    id: "0".repeat(24),
    namespace: "me",
    stage: "RUNNING",
    ended: false,
    message: null,
    command: ["true"],
    image: null,
    space: null,
    flavor: null,
    timeoutSeconds: null,
    labels: {},
    webhookId: null,
    dispatchId: null,
    createdAt: null,
    startedAt: null,
    finishedAt: null,
    ...change,
  };
}
