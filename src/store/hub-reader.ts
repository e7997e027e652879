import type { Dispatch } from "../model/dispatch.ts";
import type { StoredWebhook } from "../model/webhook.ts";
import type { StoredJobRun } from "./job-records.ts";

/** Read access to the data of a local hub, whether the hub runs or not. */
export interface HubReader {
  /** Returns the webhooks of all accounts in the order of creation. */
  webhooks(): readonly StoredWebhook[];
  /** Returns the newest runs of all accounts, newest first, without the variables of their events. */
  jobs(limit: number): readonly StoredJobRun[];
  /** Returns the newest dispatches of a webhook, newest first. */
  dispatches(webhookId: string, limit: number): readonly Dispatch[];
  /** Returns the number of dispatches that were given up because their job cannot be read. */
  unreadableJobs(): number;
  close(): void;
}
