import type { Activity } from "./activity.ts";
import type { DiscussionStore } from "./discussion-store.ts";
import type { JobRecords } from "./job-records.ts";
import type { RepoRecords } from "./repo-records.ts";
import type { WebhookRegistry } from "./webhook-registry.ts";
import type { WorkQueue } from "./work-queue.ts";

/** Data of a local hub. Closing one part closes the whole store. */
export interface HubStore {
  readonly registry: WebhookRegistry;
  readonly queue: WorkQueue;
  readonly activity: Activity;
  readonly repos: RepoRecords;
  readonly discussions: DiscussionStore;
  readonly jobs: JobRecords;
  close(): Promise<void>;
}
