import { UsageError } from "../model/errors.ts";
import { normalizeDomain, parseDomain } from "../model/event.ts";
import type { WireWebhook } from "../model/webhook-wire.ts";
import type { WebhookChange, WebhookDraft } from "../model/webhook.ts";

/** Body of create and update calls, without empty keys. */
export interface WebhookBody {
  readonly watched: readonly { readonly type: string; readonly name: string }[];
  readonly url?: string;
  readonly jobSourceId?: string;
  readonly domains?: readonly string[];
  readonly secret?: string;
}

/**
 * The body that creates a webhook.
 * @throws {UsageError} both a URL and a Job, or neither
 * @throws {UsageError}
 */
export function createBody({ url, jobId, watched, domains, secret }: WebhookDraft): WebhookBody {
  if ((url === undefined) === (jobId === undefined)) {
    throw new UsageError({
      what: url === undefined ? "the webhook has no target" : "the webhook has two targets",
      why: "it needs exactly one of a URL and a source Job",
      hint: "Give a URL or the id of a Job",
    });
  }
  return {
    watched,
    ...(url === undefined ? {} : { url }),
    ...(jobId === undefined ? {} : { jobSourceId: jobId }),
    ...(domains === undefined ? {} : { domains: domains.map(parseDomain) }),
    // A new webhook with an empty secret has none.
    ...(secret ? { secret } : {}),
  };
}

/**
 * The body that changes a webhook: the current one with the change put in, whole, because a hub may take what is left out as removed.
 * A secret the hub told is sent back; `secret: ""` in the change is sent as it is and asks for its removal (the local hub does so; what the
 * real Hub makes of it is not documented). A secret the hub keeps to itself cannot be sent back and is left out.
 * @throws {UsageError}
 */
export function updateBody(current: WireWebhook, change: WebhookChange): WebhookBody {
  const url = change.url ?? current.url ?? undefined;
  const domains = change.domains ?? current.domains ?? undefined;
  const secret = change.secret ?? (current.secret || undefined);
  return {
    watched: change.watched ?? current.watched.map(({ type, name }) => ({ type, name })),
    ...(url === undefined ? {} : { url }),
    // Only domains of the change are checked; those of the hub are sent back unchanged.
    ...(domains === undefined
      ? {}
      : { domains: change.domains === undefined ? domains.map(keptDomain) : domains.map(parseDomain) }),
    ...(secret === undefined ? {} : { secret }),
  };
}

function keptDomain(domain: string): string {
  return normalizeDomain(domain) ?? domain;
}
