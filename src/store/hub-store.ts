import type { Activity } from "./activity.ts";
import type { DiscussionStore } from "./discussion-store.ts";
import type { JobRecords } from "./job-records.ts";
import type { RepoRecords } from "./repo-records.ts";
import type { WebhookRegistry } from "./webhook-registry.ts";
import type { WorkQueue } from "./work-queue.ts";

/** Everything that a local hub keeps. Closing a part closes all of it. */
export interface HubStore {
  readonly registry: WebhookRegistry;
  readonly queue: WorkQueue;
  readonly activity: Activity;
  readonly repos: RepoRecords;
  readonly discussions: DiscussionStore;
  readonly jobs: JobRecords;
  close(): Promise<void>;
}
