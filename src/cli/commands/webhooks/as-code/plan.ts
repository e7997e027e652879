import { domains as allDomains } from "../../../../model/event.ts";
import { jobIdOf } from "../../../../model/source-job.ts";
import type { WatchedItem } from "../../../../model/watched-item.ts";
import { changeBetween, itemsKey } from "../../../../model/webhook-parts.ts";
import type { Webhook, WebhookChange, WebhookDraft } from "../../../../model/webhook.ts";
import { redactUrl, withCredentialsOf } from "../../../../text/credential-names.ts";
import { plural } from "../../../../text/numbers.ts";
import { WebhooksFileError } from "../../../errors.ts";
import type { WantedWebhook } from "./secret-references.ts";

/** Step from the webhooks of a hub to the declared ones. */
export type Step =
  | (SecretSource & {
      readonly kind: "create";
      readonly draft: WebhookDraft;
      readonly status: Webhook["status"];
    })
  | (SecretSource & {
      readonly kind: "update";
      readonly before: Webhook;
      /** Fields to change; null if only the status changes. */
      readonly change: WebhookChange | null;
      readonly status: Webhook["status"];
    })
  /** Another target kind, or another Job, needs a new webhook. */
  | (SecretSource & {
      readonly kind: "replace";
      readonly before: Webhook;
      readonly draft: WebhookDraft;
      readonly status: Webhook["status"];
    })
  | { readonly kind: "delete"; readonly before: Webhook };

interface SecretSource {
  /** Reference to the secret that the step sets, as the file has it; absent if it sets none. */
  readonly secretFrom?: string | undefined;
}

export interface Plan {
  /** In the order of the file; deletions last. */
  readonly steps: readonly Step[];
  /** Webhooks of the hub that the file does not declare. */
  readonly undeclared: readonly Webhook[];
}

/**
 * Computes the steps from the webhooks of a hub to the wanted ones. A wanted webhook is matched by its ID, or
 * else by its target and watched items.
 * @param prune true to delete undeclared webhooks
 * @throws {WebhooksFileError} a match is ambiguous, or a new webhook has no target
 */
export function planOf(
  wanted: readonly WantedWebhook[],
  present: readonly Webhook[],
  { prune }: { readonly prune: boolean },
): Plan {
  const matches = matchesOf(wanted, present);
  const kept = new Set(matches.values());
  const undeclared = present.filter((webhook) => !kept.has(webhook));
  const steps = wanted.flatMap((one) => stepTo(one, matches.get(one) ?? null) ?? []);
  const deletions = prune ? undeclared.map((before): Step => ({ kind: "delete", before })) : [];
  return { steps: [...steps, ...deletions], undeclared };
}

function matchesOf(
  wanted: readonly WantedWebhook[],
  present: readonly Webhook[],
): ReadonlyMap<WantedWebhook, Webhook> {
  const byId = new Map(present.map((webhook) => [webhook.id, webhook]));
  const matches = new Map<WantedWebhook, Webhook>();
  const taken = new Set<Webhook>();
  for (const one of wanted) {
    const found = one.id === undefined ? undefined : byId.get(one.id);
    if (found === undefined) continue;
    if (taken.has(found)) throw new WebhooksFileError({ what: `webhook ${found.id} is declared twice` });
    matches.set(one, found);
    taken.add(found);
  }
  const free = Map.groupBy(
    present.filter((webhook) => !taken.has(webhook)),
    ({ url, job, watched }) => identity(url === null ? jobIdOf({ job }) : redactUrl(url), watched),
  );
  const declared = Map.groupBy(
    wanted.filter((one) => !matches.has(one)),
    ({ url, job, watched }) => identity(url === undefined ? (job ?? "") : redactUrl(url), watched),
  );
  for (const [key, same] of declared) {
    for (const [one, found] of pairsOf(same, free.get(key) ?? [])) matches.set(one, found);
  }
  return matches;
}

/**
 * Pairs wanted webhooks with present ones of the same target and watched items. Wanted webhooks with IDs of another hub
 * are each paired with an equal one.
 */
function pairsOf(
  same: readonly WantedWebhook[],
  present: readonly Webhook[],
): readonly (readonly [WantedWebhook, Webhook])[] {
  const target = redactUrl(same[0]?.url ?? same[0]?.job ?? "");
  if (same.length > 1 && same.some(({ id }) => id === undefined)) {
    throw new WebhooksFileError({
      what: `two webhooks to ${target} watch the same items`,
      hint: "Give each its id, or remove one",
    });
  }
  const free = new Set(present);
  const pairs: (readonly [WantedWebhook, Webhook])[] = [];
  const left = same.filter((one) => {
    const found = same.length > 1 ? [...free].find((webhook) => stepTo(one, webhook) === null) : undefined;
    if (found === undefined) return true;
    free.delete(found);
    pairs.push([one, found]);
    return false;
  });
  const [one] = left;
  const [found] = free;
  if (one === undefined || found === undefined) return pairs;
  if (left.length === 1 && free.size === 1) return [...pairs, [one, found]];
  throw new WebhooksFileError({
    what: `the hub has ${plural(present.length, "webhook")} to ${target} that watch the same items`,
    why: present.map(({ id }) => id).join(", "),
    hint: `Give the id of ${left.length === 1 ? "the one" : "each"} to declare`,
  });
}

/** Returns the step that makes a webhook match, or null. */
function stepTo(declared: WantedWebhook, before: Webhook | null): Step | null {
  const wanted = withCredentials(declared, before);
  const { url, job, status, secretFrom } = wanted;
  if (before === null) return { kind: "create", draft: draftOf(wanted, wanted.secret), status, secretFrom };
  const presentJob = jobIdOf(before);
  const isOtherKind =
    (url !== undefined && before.url === null) || (job !== undefined && before.url !== null);
  // Without the Job's ID from the hub there is nothing to compare.
  if (isOtherKind || (job !== undefined && presentJob !== "" && job !== presentJob)) {
    const secret = wanted.secret === undefined ? before.secret : wanted.secret;
    return { kind: "replace", before, draft: draftOf(wanted, secret), status, secretFrom };
  }
  const change = changeOf(wanted, before);
  if (change === null && status === before.status) return null;
  return { kind: "update", before, change, status, ...(change?.secret === undefined ? {} : { secretFrom }) };
}

/** Replaces the placeholders of an exported URL with the credentials of the present URL. */
function withCredentials(wanted: WantedWebhook, before: Webhook | null): WantedWebhook {
  if (wanted.url === undefined) return wanted;
  const url = withCredentialsOf(before?.url ?? "", wanted.url);
  if (url !== null) return { ...wanted, url };
  throw new WebhooksFileError({
    what: `the URL ${redactUrl(wanted.url)} lacks its credential`,
    why: "the hub has no webhook to take it from",
    hint: "Write it in place of [redacted]",
  });
}

function changeOf(
  { url, watched, domains = allDomains, secret }: WantedWebhook,
  before: Webhook,
): WebhookChange | null {
  const kept = secret === undefined ? before.secret : secret;
  const change = changeBetween(before, { url: url ?? before.url, watched, domains, secret: kept });
  return Object.keys(change).length === 0 ? null : change;
}

function draftOf(
  { id, url, job, watched, domains = allDomains }: WantedWebhook,
  secret: string | null | undefined,
): WebhookDraft {
  if (url === undefined && job === undefined) {
    throw new WebhooksFileError({
      what: `webhook ${id} is not on this hub, and has no target to create it with`,
      hint: "Give it a url or a job",
    });
  }
  return {
    watched,
    domains,
    ...(url === undefined ? {} : { url }),
    ...(job === undefined ? {} : { jobId: job }),
    ...(secret ? { secret } : {}),
  };
}

function identity(target: string, watched: readonly WatchedItem[]): string {
  return `${target} ${itemsKey(watched)}`;
}
