import { z } from "zod";
import { hideSecrets } from "../text/redact.ts";
import { UsageError } from "./errors.ts";
import { domains as domainNames, normalizeDomain } from "./event.ts";
import { secretPattern } from "./secret.ts";
import { parseWebhookUrl } from "./url.ts";
import type { WatchedItem } from "./watched-item.ts";

/** Webhook: the JSON shape of `webhooks ls`, plus the secret, which is printed only on request. */
export interface Webhook {
  readonly id: string;
  readonly url: string | null;
  /** Job that the webhook starts; null for a URL. `id` names the source Job, if the hub returns it. */
  readonly job: Readonly<Record<string, unknown>> | null;
  readonly watched: readonly WatchedItem[];
  /** Domains the webhook is limited to; empty means all. */
  readonly domains: readonly string[];
  readonly secret: string | null;
  readonly status: "enabled" | "disabled";
  readonly disabled: boolean;
  /** True if the hub disabled the webhook after failures. */
  readonly suspended: boolean;
  /** True if a person holds its dispatches (local hubs only); otherwise absent. */
  readonly held?: true;
  /** Creation time; absent if the hub omits it. */
  readonly createdAt?: string;
}

/** Watched item in a request, a response and the store. */
export const watchedItemSchema = z.object({ type: z.string().min(1), name: z.string().min(1) });

const watchedSchema = z.array(watchedItemSchema).readonly();

const urlSchema = z
  .string()
  .min(1)
  .transform((text, context) => {
    try {
      return parseWebhookUrl(text);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      const why = error.why === undefined ? "" : ` (${error.why})`;
      context.addIssue(`must be an address that can receive webhooks: ${error.what}${why}`);
      return z.NEVER;
    }
  });

/** Accepts both spellings of `discussion` and keeps each domain once. */
const domainsSchema = z
  .array(
    z.string().refine((domain) => normalizeDomain(domain) !== null, {
      error: `must be one of [${domainNames.join(", ")}]`,
    }),
  )
  .transform((list): readonly string[] => [...new Set(list.map((name) => normalizeDomain(name) ?? name))]);

const secretSchema = z.string().regex(secretPattern, {
  error: "must be printable ASCII without surrounding spaces, because it is sent in a header",
});

/**
 * Fields of a webhook that its owner sets, under the names of the Hub's API. The target is `url` or `jobSourceId`.
 */
export const ownerFields = {
  watched: watchedSchema,
  url: urlSchema.optional(),
  jobSourceId: z.string().min(1).optional(),
  /** Empty for all domains. */
  domains: domainsSchema.optional(),
  /** Empty for no secret. */
  secret: secretSchema.optional(),
};

/** Adds an issue unless there is exactly one target. */
export function checkTarget({
  value,
  issues,
}: z.core.ParsePayload<{
  readonly url?: string | undefined;
  readonly jobSourceId?: string | undefined;
}>): void {
  const { url, jobSourceId } = value;
  if ((url === undefined) !== (jobSourceId === undefined)) return;
  const message =
    url === undefined
      ? "must contain at least one of [url, jobSourceId]"
      : "contains a conflict between exclusive peers [url, jobSourceId]";
  issues.push({ code: "custom", input: value, message });
}

/** Body of the request that creates a webhook. */
export const newWebhookSchema = z.object(ownerFields).check(checkTarget);

/** Changes to a webhook. Absent fields are kept; an empty secret removes the secret. */
export const webhookChangeSchema = z
  .object(ownerFields)
  .omit({ jobSourceId: true })
  .partial({ watched: true });

/** Fields of a webhook in the store of a hub. */
export const storedWebhookSchema = z.object({
  id: z.string(),
  account: z.string(),
  url: z.string().nullable(),
  jobSourceId: z.string().nullable(),
  watched: watchedSchema,
  /** Empty for all domains. */
  domains: z.array(z.string()).readonly(),
  secret: z.string().nullable(),
  disabled: z.boolean(),
  suspended: z.boolean(),
  /** True if a person holds its dispatches, enabled or not. */
  held: z.boolean(),
  createdAt: z.string(),
  /** Version that each change increments, for optimistic concurrency. */
  version: z.number(),
});

/**
 * Webhook in responses of the Hub's API. Unknown fields and newer values pass.
 * Source: the Python client's `WebhookInfo` and the Hub's OpenAPI description.
 */
export const webhookSchema = z.looseObject({
  id: z.string().min(1),
  url: z.string().nullish(),
  job: z.record(z.string(), z.unknown()).nullish(),
  jobSourceId: z.string().nullish(),
  watched: z.array(watchedItemSchema.loose()).readonly(),
  domains: z.array(z.string()).readonly().nullish(),
  secret: z.string().nullish(),
  disabled: z.union([z.boolean(), z.string()]).nullish(),
  /** True while a local hub holds the dispatches; other hubs have no such field. */
  held: z.boolean().nullish(),
  createdAt: z.string().nullish(),
});
export type WireWebhook = z.infer<typeof webhookSchema>;

/** Fields without `undefined`: a field is absent or has a value. */
type Given<Fields> = { readonly [Name in keyof Fields]: Exclude<Fields[Name], undefined> };

/** Parameters of a new webhook: exactly one of `url` and `jobId`. */
export type WebhookDraft = Given<Omit<z.output<typeof newWebhookSchema>, "jobSourceId">> & {
  readonly jobId?: string;
};

/** Changes to a webhook. Absent fields are kept; `secret: ""` removes the secret. */
export type WebhookChange = Given<z.output<typeof webhookChangeSchema>>;

export type StoredWebhook = Readonly<z.output<typeof storedWebhookSchema>>;

/** Value of `disabled` after the hub has suspended a webhook. */
export const suspendedAfterFailure = "suspended-after-failure";

/** Converts a webhook from the wire, and hides its secret. Both spellings of the discussion domain become `discussion`. */
export function webhookFromWire(wire: WireWebhook): Webhook {
  hideSecrets([wire.secret]);
  // A text is the Hub's reason for disabling the webhook.
  const suspended = typeof wire.disabled === "string";
  const disabled = suspended || wire.disabled === true;
  const jobId = wire.jobSourceId ?? undefined;
  const job = wire.job ?? (jobId === undefined ? null : {});
  return {
    id: wire.id,
    url: wire.url ?? null,
    job: job === null ? null : jobId === undefined ? job : { id: jobId, ...job },
    watched: wire.watched.map(({ type, name }) => ({ type, name })),
    domains: (wire.domains ?? []).map((domain) => normalizeDomain(domain) ?? domain),
    secret: wire.secret ?? null,
    status: disabled ? "disabled" : "enabled",
    disabled,
    suspended,
    ...(wire.held === true ? { held: true } : {}),
    ...(typeof wire.createdAt === "string" ? { createdAt: wire.createdAt } : {}),
  };
}
