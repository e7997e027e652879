import { healthOf, type Health } from "../../../checks/check-webhook.ts";
import type { ReceiverFacts, WebhookFacts } from "../../../checks/facts.ts";
import { receiverFacts } from "../../../engine/receiver-facts.ts";
import { isLoopback } from "../../../model/url.ts";
import type { WebhookActivity } from "../../../model/webhook-activity.ts";
import type { Webhook } from "../../../model/webhook.ts";
import { createSlice, type AppState } from "../../../tui/state/slice.ts";
import { windowSlice } from "../../../tui/state/window.ts";
import { sessionSlice, type Session } from "../../connection-state.ts";
import { activityOf, webhookActivitySlice } from "./activity.ts";

export interface WebhookHealthState {
  /** By webhook ID: true if its route of this receiver accepts its secret. */
  readonly accepted: Readonly<Record<string, boolean>>;
}

const initialHealth: WebhookHealthState = { accepted: {} };

/** Facts about webhooks, requested from the receiver. */
export const webhookHealthSlice = createSlice("webhookHealth", initialHealth, {
  /** Replaces the results of the comparison of secrets. */
  secretsCompared(state, accepted: Readonly<Record<string, boolean>>): WebhookHealthState {
    return JSON.stringify(accepted) === JSON.stringify(state.accepted) ? state : { accepted };
  },
});
export const { secretsCompared } = webhookHealthSlice.actions;

/** Returns the known facts of a webhook; the others need requests. */
export function webhookFacts(state: AppState, webhook: Webhook): WebhookFacts {
  const { accepted } = webhookHealthSlice.get(state);
  const secretAccepted = Object.hasOwn(accepted, webhook.id) ? accepted[webhook.id] : undefined;
  const isLoaded = webhookActivitySlice.get(state).from !== null;
  return {
    nowMs: windowSlice.get(state).nowMs,
    webhook,
    hub: hubFacts(state),
    receiver: receiverFactsIn(state),
    ...(isLoaded ? { activity: activityOf(state, webhook.id) } : {}),
    ...(secretAccepted === undefined ? {} : { secretAccepted }),
  };
}

/** Returns the hub as the checks see it. */
export function hubFacts(state: AppState): WebhookFacts["hub"] {
  const { local, name } = sessionSlice.get(state).hub;
  const host = URL.parse(`http://${name}`)?.hostname ?? "";
  const isLocal = local || webhookActivitySlice.get(state).from === "hub";
  return { name: local ? "this hub" : name, isLocal, reachesLoopback: local || isLoopback(host) };
}

/** Facts of the last receiver; the same object while they are equal. */
let lastReceiver: { readonly receiver: Session["receiver"]; readonly facts: ReceiverFacts } | null = null;

/** Returns the receiver as the checks see it; the same object while it is equal. */
export function receiverFactsIn(state: AppState): ReceiverFacts {
  const { receiver } = sessionSlice.get(state);
  if (lastReceiver?.receiver === receiver) return lastReceiver.facts;
  const now = factsOfReceiver(receiver);
  const isEqual = JSON.stringify(lastReceiver?.facts) === JSON.stringify(now);
  const facts = lastReceiver !== null && isEqual ? lastReceiver.facts : now;
  lastReceiver = { receiver, facts };
  return facts;
}

function factsOfReceiver(receiver: Session["receiver"]): ReceiverFacts {
  const { link, url, tunnelUrls } = receiver;
  if (link.state === "up" && url !== null) return receiverFacts({ ...receiver, url }, tunnelUrls);
  const stopped = link.state === "lost" ? link.why : "it is still starting";
  return { stopped, startedAt: null, url, publicUrl: null, tunnelUrls, routes: [], brokenHandlers: [] };
}

/** Health of each webhook, kept while its facts are equal: a list draws many in each frame. */
const healths = new WeakMap<
  Webhook,
  {
    readonly receiver: ReceiverFacts;
    readonly hub: string;
    readonly activity: WebhookActivity | null | undefined;
    readonly accepted: boolean | undefined;
    readonly health: Health;
  }
>();

/** Returns the health of a webhook from its known facts. Times in its sentence may be slightly old. */
export function webhookHealth(state: AppState, webhook: Webhook): Health {
  const facts = webhookFacts(state, webhook);
  const { activity, secretAccepted: accepted, receiver } = facts;
  const hub = facts.hub.name;
  const known = healths.get(webhook);
  const isSame =
    known?.receiver === receiver &&
    known.hub === hub &&
    known.activity === activity &&
    known.accepted === accepted;
  if (isSame) return known.health;
  const health = healthOf(facts);
  healths.set(webhook, { receiver, hub, activity, accepted, health });
  return health;
}
