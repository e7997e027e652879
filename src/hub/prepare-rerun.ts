import { type RerunChange, rerunDraft } from "../model/job-rerun.ts";
import type { JobDraft, JobFacts } from "../model/job.ts";
import type { HubClient } from "./client.ts";
import { WebhookNotFoundError } from "./errors.ts";

/**
 * Returns the draft that repeats a run, with the current secret of its webhook.
 * @throws {UsageError} a secret has no value
 */
export async function prepareRerun(
  client: Pick<HubClient, "getWebhook">,
  run: JobFacts,
  change: RerunChange,
): Promise<JobDraft> {
  return rerunDraft(run, change, await webhookSecretOf(client, run.webhookId));
}

/** Returns the secret of a webhook; null if there is none, or no such webhook any more. */
export async function webhookSecretOf(
  client: Pick<HubClient, "getWebhook">,
  id: string | null,
): Promise<string | null> {
  if (id === null) return null;
  try {
    return (await client.getWebhook(id)).secret || null;
  } catch (error) {
    if (error instanceof WebhookNotFoundError) return null;
    throw error;
  }
}
