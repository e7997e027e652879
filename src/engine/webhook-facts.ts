import type { CheckId } from "../checks/check.ts";
import type { FailedDelivery, ReceiverFacts, WatchedFact, WebhookFacts } from "../checks/facts.ts";
import { targetOf } from "../checks/webhook-target.ts";
import type { HubClient } from "../hub/client.ts";
import { NotLocalHubError } from "../hub/errors.ts";
import { failureLine, isHooklensError } from "../model/errors.ts";
import { domains, type EventName } from "../model/event.ts";
import { parseFilter } from "../model/filter-parse.ts";
import type { WatchedItem } from "../model/watched-item.ts";
import type { WebhookActivity } from "../model/webhook-activity.ts";
import type { Webhook } from "../model/webhook.ts";
import { querySecret } from "../receiver/headers.ts";
import type { DeliveryReader } from "../store/delivery-log.ts";
import type { ReceiverControl, SecretToCheck } from "./client.ts";
import { answeringOf, probeAddresses } from "./probe-addresses.ts";
import { receiverFacts } from "./receiver-facts.ts";

/** Sources of the facts about webhooks. */
export interface FactSources {
  readonly hub: HubClient;
  readonly hubFacts: Omit<WebhookFacts["hub"], "isLocal">;
  /** Receiver of the data directory; null if it does not run. */
  readonly receiver: ReceiverControl | null;
  /** Local URL of the last receiver, and past and current tunnel URLs. */
  readonly known: Pick<ReceiverFacts, "url" | "tunnelUrls">;
  readonly log: Pick<DeliveryReader, "page" | "tally" | "webhookActivities">;
}

/** Requested facts of a webhook. */
export interface FactsStep {
  readonly facts: WebhookFacts;
  /** Last check whose facts are known. */
  readonly settled: CheckId;
}

/** Requests the facts with one call for all webhooks, in the order of the webhooks. */
export async function readFacts(
  sources: FactSources,
  webhooks: readonly Webhook[],
  nowMs: number,
): Promise<readonly WebhookFacts[]> {
  const receiver = await readReceiver(sources);
  const { activities, isLocal } = await readActivities(sources, nowMs);
  const facts = webhooks.map((webhook): WebhookFacts => ({
    nowMs,
    webhook,
    hub: { ...sources.hubFacts, isLocal },
    receiver,
    activity: activities.get(webhook.id) ?? null,
  }));
  const [accepted, found] = await Promise.all([
    acceptedSecrets(sources.receiver, secretsToCheck(webhooks, receiver)),
    probeAddresses(webhooks, receiver, sources.hubFacts),
  ]);
  return facts.map((each) => {
    const secretAccepted = accepted.get(each.webhook.id);
    const answering = answeringOf(found, each.webhook);
    return {
      ...each,
      ...(secretAccepted === undefined ? {} : { secretAccepted }),
      ...(answering === undefined ? {} : { answering }),
    };
  });
}

/** Requests the other facts of a webhook, one by one in the order of the checks. */
export async function* deepenFacts(
  sources: FactSources,
  known: WebhookFacts,
  isVisible: (item: WatchedItem) => Promise<boolean | null>,
): AsyncGenerator<FactsStep> {
  const { webhook } = known;
  yield { facts: known, settled: "reach" };
  const isHere = targetOf(known.receiver, webhook.url).kind === "here";
  let facts: WebhookFacts = isHere ? { ...known, failed: await failedDelivery(sources, webhook.id) } : known;
  yield { facts, settled: "quota" };
  const watched: WatchedFact[] = [];
  for (const item of webhook.watched) watched.push({ ...item, found: await lookUp(item, known, isVisible) });
  facts = { ...facts, watched };
  yield { facts, settled: "repo" };
  facts = { ...facts, seenEvents: await seenEvents(sources, webhook) };
  yield { facts, settled: "event" };
}

/** Calls each item of a hub once. */
export function visibilityOf(hub: HubClient): (item: WatchedItem) => Promise<boolean | null> {
  const asked = new Map<string, Promise<boolean | null>>();
  return (item) => {
    const key = `${item.type}:${item.name}`;
    const result = asked.get(key) ?? hub.isVisible(item);
    asked.set(key, result);
    return result;
  };
}

async function readReceiver({ receiver, known }: FactSources): Promise<ReceiverFacts> {
  const stopped = (why: string): ReceiverFacts => ({
    ...known,
    stopped: why,
    id: null,
    startedAt: null,
    publicUrl: null,
    routes: [],
    brokenHandlers: [],
  });
  if (receiver === null) return stopped("neither the app nor hooklens receive is open");
  try {
    return receiverFacts(await receiver.state(), known.tunnelUrls);
  } catch (error) {
    if (!isHooklensError(error)) throw error;
    return stopped(failureLine({ what: error.what, why: error.why ?? null, hint: null }));
  }
}

/** Returns the activities of all webhooks, from the hub or, if it reports none, from the log. */
async function readActivities({ hub, log }: FactSources, nowMs: number): Promise<KnownActivities> {
  const byId = (list: readonly WebhookActivity[]) => new Map(list.map((each) => [each.webhookId, each]));
  try {
    return { activities: byId((await hub.webhookActivities()).activities), isLocal: true };
  } catch (error) {
    if (!(error instanceof NotLocalHubError)) throw error;
    return { activities: byId(await log.webhookActivities(nowMs)), isLocal: false };
  }
}

interface KnownActivities {
  readonly activities: ReadonlyMap<string, WebhookActivity>;
  /** True if the hub reports them. */
  readonly isLocal: boolean;
}

/** Secret of a webhook at its route. */
export interface WebhookSecret extends SecretToCheck {
  readonly webhookId: string;
}

/** Returns the secrets that webhooks send to routes of this receiver. */
export function secretsToCheck(
  webhooks: readonly Webhook[],
  receiver: ReceiverFacts,
): readonly WebhookSecret[] {
  return webhooks.flatMap(({ id, url, secret }) => {
    const target = targetOf(receiver, url);
    if (target.kind !== "here" || target.route === null || !receiver.routes.includes(target.route)) return [];
    const inQuery = url === null ? null : querySecret(url);
    return [{ webhookId: id, route: target.route, secret: secret || null, inQuery }];
  });
}

/** Returns by webhook ID whether the receiver accepts the secrets; empty if it does not respond. */
export async function acceptedSecrets(
  receiver: Pick<ReceiverControl, "checkSecrets"> | null,
  secrets: readonly WebhookSecret[],
): Promise<ReadonlyMap<string, boolean>> {
  if (receiver === null || secrets.length === 0) return new Map();
  try {
    const accepted = await receiver.checkSecrets(
      secrets.map(({ route, secret, inQuery }) => ({ route, secret, inQuery })),
    );
    return new Map(secrets.map(({ webhookId }, index) => [webhookId, accepted[index] === true]));
  } catch (error) {
    // A receiver that has just ended is reported by its own check.
    if (!isHooklensError(error)) throw error;
    return new Map();
  }
}

/** Returns the failure of a webhook's newest delivery; null without a failure or delivery. */
async function failedDelivery({ log }: FactSources, id: string): Promise<FailedDelivery | null> {
  const filter = parseFilter(`webhook:"${id}"`);
  const { rows } = await log.page({ filter, from: null, direction: "older", limit: 1 });
  const [newest] = rows;
  if (newest === undefined || (newest.outcome !== "failed" && newest.outcome !== "interrupted")) return null;
  const answered = newest.status === null ? "there was no response" : `the response was ${newest.status}`;
  return { seq: newest.seq, reason: newest.reason ?? answered };
}

async function lookUp(
  item: WatchedItem,
  { hub }: WebhookFacts,
  isVisible: (item: WatchedItem) => Promise<boolean | null>,
): Promise<WatchedFact["found"]> {
  // A local hub knows repos, and fires events of every owner.
  if (hub.isLocal && (item.type === "user" || item.type === "org")) return { value: true };
  const name = `${item.type}:${item.name}`;
  try {
    const found = await isVisible(item);
    return found === null
      ? { unknown: `${hub.name} does not tell whether ${name} exists` }
      : { value: found };
  } catch (error) {
    if (!isHooklensError(error)) throw error;
    return { unknown: `${name} could not be looked up: ${error.why ?? error.what}` };
  }
}

/** Maximum number of watched items of a query. */
const maxItems = 100;

/** Returns the logged events of the watched items, for any webhook, if the webhook excludes some. */
async function seenEvents(
  { log }: FactSources,
  { watched, domains: own }: Webhook,
): Promise<readonly EventName[]> {
  const excludesNone = own.length === 0 || domains.every((domain) => own.includes(domain));
  if (excludesNone || watched.length === 0) return [];
  const anyOf = watched.slice(0, maxItems).map(({ type, name }) => {
    return type === "user" || type === "org" ? { type: null, name: `${name}/*` } : { type, name };
  });
  const term = { negated: false, span: [0, 0] as const, match: { kind: "repo" as const, anyOf } };
  const tally = await log.tally({ text: "", terms: [term] });
  return tally.flatMap(({ event }) => (event === null ? [] : [event]));
}
