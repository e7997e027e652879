import { z } from "zod";
import { UsageError } from "../model/errors.ts";
import { domains as allDomains } from "../model/event.ts";
import { jobIdOf } from "../model/source-job.ts";
import { formatWatchedItem, parseWatchedItem } from "../model/watched-item.ts";
import { ownerFields, type Webhook } from "../model/webhook.ts";
import { redactUrl } from "../text/credential-names.ts";

const watchedText = z.string().transform((text, context) => {
  try {
    return parseWatchedItem(text);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    context.addIssue(error.what);
    return z.NEVER;
  }
});

/** Fields of a webhook in a file. */
export const declaredFields = {
  id: z
    .string()
    .min(1)
    .optional()
    .describe("ID on its hub; without one, the target and the watched items identify the webhook"),
  url: ownerFields.url.describe("URL to send to; [redacted] in it keeps what the webhook has there"),
  job: z.string().min(1).optional().describe("ID of the Job to run instead"),
  watched: z.array(watchedText).min(1).describe("items to watch, as type:name: dataset:me/corpus, org:acme"),
  domains: ownerFields.domains.describe("domains of events to send; absent for all"),
  secret: z
    .string()
    .regex(/^(?:env:[A-Za-z_]\w*|@.+)$/, {
      error: "must be env:NAME, @FILE or null, never the secret itself",
    })
    .nullable()
    .optional()
    .describe("source of the secret: env:NAME or @FILE; null for no secret, absent to keep it"),
  status: z.enum(["enabled", "disabled"]).default("enabled"),
};

/**
 * Returns the fields of a webhook for a file, with the credentials of its URL redacted.
 * @param secret source of its secret; undefined to leave it out, null for no secret
 */
export function declaredWebhook(
  webhook: Webhook,
  secret: string | null | undefined,
): Record<string, unknown> {
  const { id, url, watched, domains, disabled } = webhook;
  const job = jobIdOf(webhook);
  return {
    id,
    ...(url === null ? {} : { url: redactUrl(url) }),
    // Without the ID of its Job, a webhook keeps its target and cannot be recreated elsewhere.
    ...(job === "" ? {} : { job }),
    watched: watched.map(formatWatchedItem),
    ...(allDomains.every((domain) => domains.includes(domain)) ? {} : { domains }),
    ...(secret === undefined ? {} : { secret }),
    ...(disabled ? { status: "disabled" } : {}),
  };
}
