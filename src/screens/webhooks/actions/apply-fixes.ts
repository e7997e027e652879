import type { Fix } from "../../../checks/fix.ts";
import { targetOf, withBase } from "../../../checks/webhook-target.ts";
import { isHooklensError, UsageError } from "../../../model/errors.ts";
import { defaultRoute } from "../../../model/url.ts";
import { changedParts } from "../../../model/webhook-parts.ts";
import type { Webhook, WebhookChange } from "../../../model/webhook.ts";
import { reasonOfCode } from "../../../text/connection-reason.ts";
import { plural } from "../../../text/numbers.ts";
import { type App, hubNow, receiverNow } from "../../app.ts";
import { sessionSlice } from "../../connection-state.ts";
import { type ActFailure, type ChangedWebhook, showChanged } from "../operations/bulk.ts";
import { receiverFactsIn } from "../state/health.ts";
import { webhookName } from "../state/view.ts";
import { markBusy, putWebhook, webhooksSlice } from "../state/webhooks.ts";

/** Fixes that change webhooks or the receiver at once; the others open a dialog. */
export type AppliedFix = Extract<
  Fix,
  {
    readonly kind:
      | "release"
      | "open-tunnel"
      | "add-route"
      | "put-secret"
      | "replay"
      | "set-url"
      | "add-domain";
  }
>;

/** Fix of a webhook, by its ID. */
export interface FixOfWebhook {
  readonly id: string;
  readonly fix: AppliedFix;
}

/** Applies fixes, one after the other, and shows the result. */
export async function applyFixes(app: App, fixes: readonly FixOfWebhook[]): Promise<void> {
  const { store } = app;
  const done: string[] = [];
  const changed: ChangedWebhook[] = [];
  const failures: ActFailure[] = [];
  for (const { id, fix } of fixes) {
    const webhook = itemOf(app, id);
    if (webhook === undefined || webhooksSlice.get(store.get()).busy[id] !== undefined) continue;
    store.dispatch(markBusy(id, "fixing"));
    try {
      done.push(await fixOne(app, fix, webhook));
      const after = itemOf(app, id);
      if (after !== undefined && changedParts(webhook, after).length > 0) {
        changed.push({ before: webhook, after });
      }
    } catch (error) {
      if (!isHooklensError(error)) throw error;
      failures.push({ webhook, error });
    } finally {
      store.dispatch(markBusy(id, null));
    }
  }
  const [failure] = failures;
  const [only = ""] = done;
  if (fixes.length === 1) {
    if (failure !== undefined) throw failure.error;
    if (only !== "") showChanged(app, only, changed, []);
    return;
  }
  showChanged(app, `Fixed ${plural(done.length, "webhook")}`, changed, failures);
}

function itemOf({ store }: App, id: string): Webhook | undefined {
  return webhooksSlice.get(store.get()).items.find((webhook) => webhook.id === id);
}

async function update({ store, services }: App, id: string, change: WebhookChange): Promise<void> {
  store.dispatch(putWebhook(await hubNow(services).updateWebhook(id, change)));
}

/** Returns the secret of the webhook's route, known only from the settings. */
async function secretFor({ store, services }: App, { url }: Webhook): Promise<string> {
  const target = targetOf(receiverFactsIn(store.get()), url);
  const route = target.kind === "here" ? target.route : null;
  const secret = route === null ? null : services.receiverConfig.secretOf(route);
  const [accepted] =
    route === null || secret === null
      ? [false]
      : await receiverNow(services).checkSecrets([{ route, secret, inQuery: null }]);
  if (secret !== null && accepted === true) return secret;
  throw new UsageError({
    what: `this app does not know the secret of the route ${route ?? ""}`,
    why: "the receiver was started with another one",
    hint: "Put it into the webhook by hand, with hooklens webhooks update ID --secret -",
  });
}

/** Applies a fix to one webhook; returns what was done, for a message. */
async function fixOne(app: App, fix: AppliedFix, webhook: Webhook): Promise<string> {
  const { store, services } = app;
  const { id } = webhook;
  const name = webhookName(store.get(), id) ?? id;
  const hub = hubNow(services);
  switch (fix.kind) {
    case "release":
      store.dispatch(putWebhook(await hub.holdWebhook(id, false)));
      return `Released the dispatches of webhook ${name}`;
    case "put-secret":
      await update(app, id, { secret: await secretFor(app, webhook) });
      return `Webhook ${name} has the receiver's secret`;
    case "set-url":
      await update(app, id, { url: fix.to });
      return `Webhook ${name} sends to ${fix.to}`;
    case "add-domain":
      await update(app, id, { domains: [...webhook.domains, fix.domain] });
      return `Webhook ${name} also fires for the domain ${fix.domain}`;
    case "open-tunnel": {
      const { publicUrl } = sessionSlice.get(store.get()).receiver;
      const base = publicUrl ?? (await openedTunnel(app));
      // The offer to update other webhooks follows the tunnel.
      if (!fix.moves || webhook.url === null) return "The tunnel is open";
      await update(app, id, { url: withBase(webhook.url, base) });
      return `Webhook ${name} sends to the tunnel`;
    }
    case "add-route":
      await addRoute(app, fix.route);
      return `The receiver has the route ${fix.route}`;
    case "replay":
      return replayLast(app, id);
  }
}

async function openedTunnel({ services }: App): Promise<string> {
  const state = await receiverNow(services).openTunnel();
  if (state.kind === "open") return state.url;
  throw new UsageError({
    what: "the tunnel could not be opened",
    ...(state.kind === "failed" ? { why: state.what, hint: state.hint ?? "Run hooklens doctor" } : {}),
  });
}

async function addRoute({ services }: App, route: string): Promise<void> {
  const control = receiverNow(services);
  // Another webhook of the same fixes may have needed it.
  const { routes } = await control.state();
  if (routes.includes(route)) return;
  // A configured route may have a handler, too.
  const named = services.receiverConfig.settings().routes.value ?? [defaultRoute];
  await services.receiverConfig.change({ routes: [...named, route] }, (setup) => control.setUp(setup));
}

async function replayLast({ services }: App, id: string): Promise<string> {
  const hub = hubNow(services);
  const { dispatches } = await hub.activity(id, { limit: 1 });
  const [last] = dispatches;
  if (last === undefined) throw new UsageError({ what: `webhook ${id} has no dispatch to replay` });
  const { status, error, jobRun } = await hub.replayDispatch(id, String(last.id));
  const isGood = error === null && (jobRun !== null || (status !== null && status < 300));
  const result =
    jobRun === null
      ? error === null
        ? String(status ?? "no response")
        : reasonOfCode(error)
      : `run ${jobRun} started`;
  if (isGood) return `Replayed dispatch ${last.id}: ${result}`;
  throw new UsageError({ what: `replayed dispatch ${last.id}: ${result}` });
}
