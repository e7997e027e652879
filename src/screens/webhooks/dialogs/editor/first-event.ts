import { firstEvent, firstRepo } from "../../../../model/test-delivery.ts";
import { formatWatchedItem } from "../../../../model/watched-item.ts";
import type { Webhook } from "../../../../model/webhook.ts";
import { keyOf } from "../../../../tui/frame/key-label.ts";
import { report } from "../../../../tui/report.ts";
import { showMessage, topicEnded } from "../../../../tui/state/messages.ts";
import { hubNow } from "../../../app.ts";
import { sessionSlice } from "../../../connection-state.ts";
import type { WebhooksApp } from "../../running.ts";
import { outcomeOf } from "../trigger/outcome.ts";
import { isFirst } from "./receiver-secret.ts";

/** Time for which the messages of a new webhook are shown, in milliseconds. */
const shownMs = 10_000;
const topic = "first-event";

/**
 * Reports a new webhook and its triggers. For the first webhook of a local hub, triggers a test event and shows its
 * arrival.
 */
export function showCreated(app: WebhooksApp, webhook: Webhook): void {
  const { store, registry } = app;
  const state = store.get();
  const { local } = sessionSlice.get(state).hub;
  const done = `Webhook ${webhook.id} created`;
  if (isFirst(state, webhook)) {
    showMessage(store, "ok", `${done} · sending a test event…`, { durationMs: shownMs, topic });
    test(app, webhook).catch((error: unknown) => report(store, error));
    return;
  }
  const [item] = webhook.watched;
  const cause = item === undefined ? "a repo" : formatWatchedItem(item);
  if (local) showMessage(store, "ok", done);
  else {
    const key = keyOf(registry, "webhooks.trigger");
    const next = `${key} sends a test, or change ${cause}`;
    showMessage(store, "ok", `${done} · ${next}`, { durationMs: shownMs });
  }
}

async function test(app: WebhooksApp, webhook: Webhook): Promise<void> {
  const { store, services, registry, running } = app;
  const { account } = sessionSlice.get(store.get()).hub;
  const logged = await services.reader.lastSeq();
  const event = { ...firstEvent(webhook), repo: firstRepo(webhook, account ?? "me") };
  const { dispatches } = await hubNow(services).trigger(event);
  const { tone, text } = await outcomeOf(app, dispatches, logged, running.stopped);
  const hasArrived = text.startsWith("arrived");
  const said = hasArrived ? ` ${text} · ${keyOf(registry, "screen.deliveries")} shows it` : `: ${text}`;
  store.batch(() => {
    store.dispatch(topicEnded(topic));
    showMessage(store, tone, `Test event${said}`, { durationMs: shownMs, topic });
  });
}
