import { z } from "zod";
import { normalizeDomain } from "./event.ts";
import type { Webhook } from "./webhook.ts";

/** A watched item on the wire and in the store. */
export const watchedItemSchema = z.object({ type: z.string().min(1), name: z.string().min(1) });

/**
 * A webhook in responses of the Hub's API. Unknown fields and newer values pass.
 * Source: the Python client's `WebhookInfo` and the Hub's OpenAPI description.
 */
export const webhookSchema = z.looseObject({
  id: z.string().min(1),
  url: z.string().nullish(),
  job: z.record(z.string(), z.unknown()).nullish(),
  jobSourceId: z.string().nullish(),
  watched: z.array(watchedItemSchema.loose()),
  domains: z.array(z.string()).nullish(),
  secret: z.string().nullish(),
  disabled: z.union([z.boolean(), z.string()]).nullish(),
});
export type WireWebhook = z.infer<typeof webhookSchema>;

/** Value of `disabled` after the hub has suspended a webhook. */
export const suspendedAfterFailure = "suspended-after-failure";

/** Converts a webhook from the wire. Both spellings of the discussion domain become `discussion`. */
export function webhookFromWire(wire: WireWebhook): Webhook {
  // Any reason means that the hub disabled the webhook.
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
  };
}
