import { z } from "@hono/zod-openapi";
import { UsageError } from "../../model/errors.ts";
import { domains, normalizeDomain } from "../../model/event.ts";
import { secretPattern } from "../../model/secret.ts";
import { parseWebhookUrl } from "../../model/url.ts";
import { knownWatchedTypes } from "../../model/watched-item.ts";
import { suspendedAfterFailure } from "../../model/webhook-wire.ts";
import type { StoredJobSpec } from "../../store/job-records.ts";
import type { StoredWebhook } from "../../store/webhook-registry.ts";
import { jobSpecAnswer } from "../jobs/job-wire.ts";
import { jobSpecAnswerSchema } from "./job-schemas.ts";

const example = { type: "dataset", name: "me/corpus" };

const watchedItem = z
  .object({ type: z.enum(knownWatchedTypes), name: z.string().min(1) })
  .openapi("NewWatchedItem", { example });

/** Webhooks made before types were checked have others. */
const watchedItemAnswer = z
  .object({ type: z.string().min(1), name: z.string().min(1) })
  .openapi("WatchedItem", { example });

const url = z
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

/** Both spellings of `discussion` are in use; each domain is kept once. */
const domainsSchema = z
  .array(
    z.string().refine((domain) => normalizeDomain(domain) !== null, {
      error: `must be one of [${domains.join(", ")}]`,
    }),
  )
  .transform((list) => [...new Set(list.map((domain) => normalizeDomain(domain) ?? domain))]);

const secret = z.string().regex(secretPattern, {
  error: "must be printable ASCII without spaces around it, because it is sent in a header",
});

/** Python clients before 2026-03 send null for what was not given (huggingface_hub #3866). */
const nullAsAbsent = <Schema extends z.ZodType>(schema: Schema) =>
  schema.nullish().transform((value) => value ?? undefined);

/** Null, as everywhere, is absent. */
const noInlineJob = z
  .unknown()
  .refine((job) => job === null || job === undefined, {
    error: 'is not allowed: send the id of a source Job in "jobSourceId"',
  })
  .optional();

export const createSchema = z
  .object({
    watched: z.array(watchedItem),
    url: nullAsAbsent(url),
    jobSourceId: nullAsAbsent(z.string().min(1)),
    domains: nullAsAbsent(domainsSchema),
    secret: nullAsAbsent(secret),
    job: noInlineJob,
  })
  .check((context) => {
    const targets = [context.value.url, context.value.jobSourceId].filter((target) => target !== undefined);
    if (targets.length === 1) return;
    context.issues.push({
      code: "custom",
      input: context.value,
      message:
        targets.length === 0
          ? "must contain at least one of [url, jobSourceId]"
          : "contains a conflict between exclusive peers [url, jobSourceId]",
    });
  })
  .openapi("NewWebhook");

export const updateSchema = z
  .object({
    watched: nullAsAbsent(z.array(watchedItem)),
    url: nullAsAbsent(url),
    domains: nullAsAbsent(domainsSchema),
    secret: nullAsAbsent(secret),
    job: noInlineJob,
  })
  .openapi("WebhookUpdate");

export const webhookAnswerSchema = z
  .object({
    id: z.string(),
    url: z.string().optional(),
    job: jobSpecAnswerSchema.partial().extend({ id: z.string() }).optional(),
    jobSourceId: z.string().optional(),
    watched: z.array(watchedItemAnswer),
    domains: z.array(z.string()),
    secret: z.string().optional(),
    disabled: z.union([z.boolean(), z.literal(suspendedAfterFailure)]),
  })
  .openapi("Webhook");

/** A webhook as the Hub's API answers it. Exactly one of `url` and `job`; `secret` in clear, as the Hub does, and only where there is one. */
export interface WebhookAnswer {
  readonly id: string;
  readonly url?: string;
  /** Job started by events; only its id if it no longer exists. */
  readonly job?: { readonly id: string } & Partial<ReturnType<typeof jobSpecAnswer>>;
  readonly jobSourceId?: string;
  readonly watched: { type: string; name: string }[];
  readonly domains: string[];
  readonly secret?: string;
  readonly disabled: boolean | typeof suspendedAfterFailure;
}

/** @param job of a webhook that starts one */
export function toWire(webhook: StoredWebhook, job: StoredJobSpec | null): WebhookAnswer {
  const { url, jobSourceId, secret } = webhook;
  return {
    id: webhook.id,
    ...(url === null ? {} : { url }),
    ...(jobSourceId === null
      ? {}
      : { job: { id: jobSourceId, ...(job === null ? {} : jobSpecAnswer(job)) }, jobSourceId }),
    watched: webhook.watched.map(({ type, name }) => ({ type, name })),
    // The Hub names both where none was given.
    domains: webhook.domains.length === 0 ? [...domains] : [...webhook.domains],
    ...(secret === null ? {} : { secret }),
    disabled: webhook.suspended ? suspendedAfterFailure : webhook.disabled,
  };
}
