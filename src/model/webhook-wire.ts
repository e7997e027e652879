import { z } from "zod";
import { normalizeDomain } from "./event.ts";
import type { Webhook } from "./webhook.ts";

/** A watched item on the wire and in the store. */
export const watchedItemSchema = z.object({ type: z.string().min(1), name: z.string().min(1) });

/**
 * A webhook as the Hub's API answers it. Unknown fields and newer values pass.
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

/** What a hub says when it stopped sending to a webhook by itself. */
export const suspendedAfterFailure = "suspended-after-failure";

/** The wire's shape as ours. Both spellings of the discussion domain become `discussion`. */
export function webhookFromWire(wire: WireWebhook): Webhook {
  // A reason we do not know means disabled by the hub all the same.
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
