import { z } from "zod";
import { domains } from "../../../../model/event.ts";
import { jobIdOf } from "../../../../model/source-job.ts";
import { type Webhook, watchedItemSchema } from "../../../../model/webhook.ts";
import { textField } from "../../../../tui/text-field.ts";
import { editWebhookForm, newWebhookForm, recreatedForm, type WebhookForm } from "./webhook-form.ts";

const partsSchema = {
  watched: z.array(watchedItemSchema),
  domains: z.array(z.string()),
};

const draftSchema = z.object({
  /** Hub of the webhook: `local`, or the name of another one. */
  hub: z.string(),
  savedAt: z.iso.datetime(),
  /** Edited webhook without its secret; null for a new one. */
  original: z
    .object({
      id: z.string(),
      url: z.string().nullable(),
      job: z.record(z.string(), z.unknown()).nullable(),
      status: z.enum(["enabled", "disabled"]),
      disabled: z.boolean(),
      suspended: z.boolean(),
      ...partsSchema,
    })
    .nullable(),
  target: z.enum(["url", "job"]),
  url: z.string(),
  job: z.string(),
  watch: z.string(),
  /** True for a typed, generated or copied secret, which is never written. */
  lacksSecret: z.boolean(),
  ...partsSchema,
});

/** Text of a form of a webhook, without its secret. */
export type FormDraft = z.output<typeof draftSchema>;

/**
 * Formats a form as a draft. Never writes a secret, because a draft may stay on the disk for long.
 * @param knownSecret secret that the restored form has anyway
 */
export function formDraftText(form: WebhookForm, hub: string, knownSecret: string, nowMs: number): string {
  const { original, target, url, job, watched, watch, domains: chosen, secret } = form;
  const draft: FormDraft = {
    hub,
    savedAt: new Date(nowMs).toISOString(),
    original: original === null ? null : withoutSecret(original),
    target,
    url: url.value,
    job: job.value,
    watched: [...watched],
    watch: watch.value,
    domains: [...chosen],
    lacksSecret: secret.value !== knownSecret,
  };
  return JSON.stringify(draft);
}

function withoutSecret(webhook: Webhook): NonNullable<FormDraft["original"]> {
  const { id, url, job, watched, domains: own, status, disabled, suspended } = webhook;
  const jobId = jobIdOf({ job });
  return {
    id,
    url,
    // A Job may contain secrets of its own; its ID is enough.
    job: job === null ? null : jobId === "" ? {} : { id: jobId },
    watched: [...watched],
    domains: [...own],
    status,
    disabled,
    suspended,
  };
}

/** Parses the text of a draft. Returns null if it is not one. */
export function parseFormDraft(text: string): FormDraft | null {
  try {
    return draftSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Conditions under which a draft is continued. */
export interface Continuation {
  readonly hubIsLocal: boolean;
  readonly receiverSecret: string | null;
  /** Edited webhook in its present state; null if it no longer exists. */
  readonly current: Webhook | null;
  /** Age of the draft: `3 min`. */
  readonly age: string;
}

/** Creates the form of a draft. */
export function continuedForm(
  draft: FormDraft,
  { hubIsLocal, receiverSecret, current, age }: Continuation,
): WebhookForm {
  const { original, target, watched, lacksSecret } = draft;
  const opened =
    original === null
      ? newWebhookForm({ url: draft.url, secret: receiverSecret }, hubIsLocal)
      : current === null
        ? recreatedForm({ ...original, secret: null }, hubIsLocal)
        : editWebhookForm({ ...original, job: current.job, secret: current.secret }, hubIsLocal);
  const secret = lacksSecret ? " The secret you typed was not kept: type or generate it again." : "";
  return {
    ...opened,
    target,
    url: textField(draft.url),
    job: textField(draft.job),
    watched,
    watch: textField(draft.watch),
    domains: domains.filter((domain) => draft.domains.includes(domain)),
    note: `Continued from ${age} ago.${secret}${opened.note === null ? "" : ` ${opened.note}`}`,
    changed: true,
  };
}
