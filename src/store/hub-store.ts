import type { Activity } from "./activity.ts";
import type { DiscussionStore } from "./discussion-store.ts";
import type { JobRecords } from "./job-records.ts";
import type { RepoRecords } from "./repo-records.ts";
import type { WebhookRegistry } from "./webhook-registry.ts";
import type { WorkQueue } from "./work-queue.ts";

/** Records of a local hub. */
export interface HubStore {
  readonly registry: WebhookRegistry;
  readonly queue: WorkQueue;
  readonly activity: Activity;
  readonly repos: RepoRecords;
  readonly discussions: DiscussionStore;
  readonly jobs: JobRecords;
  /** Closes all of them; so does the `close` of a single one. */
  close(): Promise<void>;
}
