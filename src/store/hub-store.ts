import type { Activity } from "./activity.ts";
import type { DiscussionStore } from "./discussion-store.ts";
import type { DispatchQueue } from "./dispatch-queue.ts";
import type { JobRecords } from "./job-records.ts";
import type { RepoRecords } from "./repo-records.ts";
import type { WebhookRegistry } from "./webhook-registry.ts";

/** Data of a local hub. Closing one part closes the whole store. */
export interface HubStore {
  readonly registry: WebhookRegistry;
  readonly queue: DispatchQueue;
  readonly activity: Activity;
  readonly repos: RepoRecords;
  readonly discussions: DiscussionStore;
  readonly jobs: JobRecords;
  close(): Promise<void>;
}
