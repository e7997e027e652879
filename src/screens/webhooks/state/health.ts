import { healthOf, type Health } from "../../../checks/check-webhook.ts";
import type { Answering, ReceiverFacts, WebhookFacts } from "../../../checks/facts.ts";
import { type AnsweringByOrigin, answeringOf } from "../../../engine/probe-addresses.ts";
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
  /** Answers at the addresses of webhooks on this machine, and the receiver then; null until they are probed. */
  readonly probed: { readonly receiver: ReceiverFacts; readonly answering: AnsweringByOrigin } | null;
}

const initialHealth: WebhookHealthState = { accepted: {}, probed: null };

/** Facts about webhooks, requested from the receiver and from their addresses. */
export const webhookHealthSlice = createSlice("webhookHealth", initialHealth, {
  /** Replaces the results of the comparison of secrets. */
  secretsCompared(state, accepted: Readonly<Record<string, boolean>>): WebhookHealthState {
    return JSON.stringify(accepted) === JSON.stringify(state.accepted) ? state : { ...state, accepted };
  },
  /** Replaces the results of the probes. */
  addressesProbed(state, receiver: ReceiverFacts, answering: AnsweringByOrigin): WebhookHealthState {
    const isSame =
      state.probed?.receiver === receiver &&
      JSON.stringify(answering) === JSON.stringify(state.probed.answering);
    return isSame ? state : { ...state, probed: { receiver, answering } };
  },
});
export const { secretsCompared, addressesProbed } = webhookHealthSlice.actions;

/** Returns the known facts of a webhook; the others need requests. */
export function webhookFacts(state: AppState, webhook: Webhook): WebhookFacts {
  const { accepted, probed } = webhookHealthSlice.get(state);
  const receiver = receiverFactsIn(state);
  const answering = probed?.receiver === receiver ? answeringOf(probed.answering, webhook) : undefined;
  const secretAccepted = Object.hasOwn(accepted, webhook.id) ? accepted[webhook.id] : undefined;
  const isLoaded = webhookActivitySlice.get(state).from !== null;
  return {
    nowMs: windowSlice.get(state).nowMs,
    webhook,
    hub: hubFacts(state),
    receiver,
    ...(isLoaded ? { activity: activityOf(state, webhook.id) } : {}),
    ...(secretAccepted === undefined ? {} : { secretAccepted }),
    ...(answering === undefined ? {} : { answering }),
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
  return {
    stopped,
    id: null,
    startedAt: null,
    url,
    publicUrl: null,
    tunnelUrls,
    routes: [],
    brokenHandlers: [],
  };
}

/** Health of each webhook, kept while its facts are equal: a list draws many in each frame. */
const healths = new WeakMap<
  Webhook,
  {
    readonly receiver: ReceiverFacts;
    readonly hub: string;
    readonly activity: WebhookActivity | null | undefined;
    readonly accepted: boolean | undefined;
    readonly answering: Answering | undefined;
    readonly health: Health;
  }
>();

/** Returns the health of a webhook from its known facts. Times in its sentence may be slightly old. */
export function webhookHealth(state: AppState, webhook: Webhook): Health {
  const facts = webhookFacts(state, webhook);
  const { activity, secretAccepted: accepted, receiver, answering } = facts;
  const hub = facts.hub.name;
  const known = healths.get(webhook);
  const isSame =
    known?.receiver === receiver &&
    known.hub === hub &&
    known.activity === activity &&
    known.accepted === accepted &&
    known.answering === answering;
  if (isSame) return known.health;
  const health = healthOf(facts);
  healths.set(webhook, { receiver, hub, activity, accepted, answering, health });
  return health;
}
