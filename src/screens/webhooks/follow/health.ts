import { coalesce } from "../../../async/coalesce.ts";
import type { ReceiverFacts } from "../../../checks/facts.ts";
import { probeAddresses } from "../../../engine/probe-addresses.ts";
import {
  acceptedSecrets,
  deepenFacts,
  type FactSources,
  readFacts,
  secretsToCheck,
  visibilityOf,
  type WebhookSecret,
} from "../../../engine/webhook-facts.ts";
import { isHooklensError } from "../../../model/errors.ts";
import type { Webhook } from "../../../model/webhook.ts";
import { isCanceled, report } from "../../../tui/report.ts";
import { navSlice, topDialog } from "../../../tui/state/nav.ts";
import { type App, hubNow } from "../../app.ts";
import { sessionSlice } from "../../connection-state.ts";
import { healthKind } from "../dialogs/health.ts";
import type { WebhooksRunning } from "../running.ts";
import { addressesProbed, hubFacts, receiverFactsIn, secretsCompared } from "../state/health.ts";
import { putWebhook, webhooksSlice } from "../state/webhooks.ts";

/** Time after which visible addresses are probed again, in milliseconds: each probe is a connection. */
const probeAgainMs = 5_000;

/** Compares secrets and probes addresses whenever webhooks or the receiver change, and runs the checks of the open dialog. */
export function watchHealth({ store, services }: App): Pick<WebhooksRunning, "runChecks" | "stop"> {
  let seen: readonly unknown[] = [];
  /** Secrets of the last comparison: collecting those of thousands of webhooks takes a while. */
  let asked: {
    readonly items: readonly Webhook[];
    readonly own: ReceiverFacts | null;
    readonly secrets: readonly WebhookSecret[];
  } = { items: [], own: null, secrets: [] };

  const compareSecrets = coalesce(
    async () => {
      const { receiver } = services;
      const state = store.get();
      const { items } = webhooksSlice.get(state);
      if (receiver === null || items.length === 0) return;
      const own = receiverFactsIn(state);
      if (asked.items !== items || asked.own !== own) {
        asked = { items, own, secrets: secretsToCheck(items, own) };
      }
      const accepted = await acceptedSecrets(receiver, asked.secrets);
      store.dispatch(secretsCompared(Object.fromEntries(accepted)));
    },
    (error) => report(store, error),
  );

  let probedMs = Number.NEGATIVE_INFINITY;
  const probe = coalesce(
    async () => {
      probedMs = store.nowMs();
      const state = store.get();
      const { items } = webhooksSlice.get(state);
      const own = receiverFactsIn(state);
      store.dispatch(addressesProbed(own, await probeAddresses(items, own, hubFacts(state))));
    },
    (error) => report(store, error),
  );

  let wasCovered = false;
  const stop = store.subscribe(() => {
    const state = store.get();
    const isCovered = healthKind.find(state) !== null && topDialog(state)?.kind !== "webhook-health";
    const isUncovered = wasCovered && !isCovered;
    wasCovered = isCovered;
    // A dialog over the checks may have removed their cause.
    if (isUncovered) runChecks();
    const now = [webhooksSlice.get(state).items, sessionSlice.get(state).receiver];
    if (now.every((value, index) => value === seen[index])) return;
    seen = now;
    compareSecrets();
    if (store.nowMs() - probedMs >= probeAgainMs) probe();
  });
  // Neither the receiver reports that its secret has changed, nor a program that it listens.
  services.events.poll.on(() => {
    if (navSlice.get(store.get()).screen !== "webhooks") return;
    compareSecrets();
    probe();
  });

  /** Runs the checks, and shows each result once known. */
  const runChecks = coalesce(
    async () => {
      const dialog = healthKind.find(store.get());
      if (dialog === null) return;
      const { webhookId } = dialog;
      healthKind.change(store, (open) => ({ ...open, facts: null, settled: null, error: null, view: null }));
      const isOpen = () => healthKind.find(store.get())?.webhookId === webhookId;
      try {
        const hub = hubNow(services);
        const webhook = await hub.getWebhook(webhookId);
        store.dispatch(putWebhook(webhook));
        const { receiver, reader } = services;
        const state = store.get();
        const { url, tunnelUrls } = sessionSlice.get(state).receiver;
        const sources: FactSources = {
          hub,
          hubFacts: hubFacts(state),
          receiver,
          known: { url, tunnelUrls },
          log: reader,
        };
        const [facts] = await readFacts(sources, [webhook], store.nowMs());
        if (facts === undefined) return;
        for await (const step of deepenFacts(sources, facts, visibilityOf(hub))) {
          if (!isOpen()) return;
          healthKind.change(store, (open) => ({ ...open, ...step }));
        }
      } catch (error) {
        if (isCanceled(error)) return;
        if (!isHooklensError(error)) throw error;
        healthKind.change(store, (open) => ({ ...open, error: error.message }));
      }
    },
    (error) => report(store, error),
  );

  return { runChecks, stop };
}
