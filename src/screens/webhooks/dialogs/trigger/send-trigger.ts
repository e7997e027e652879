import { setTimeout as sleep } from "node:timers/promises";
import type { TriggerRequest, TriggerResult } from "../../../../hub/client.ts";
import { isHooklensError, UsageError } from "../../../../model/errors.ts";
import { formatWatchedItem } from "../../../../model/watched-item.ts";
import { plural } from "../../../../text/numbers.ts";
import { keyOf } from "../../../../tui/frame/key-label.ts";
import { isCanceled, report } from "../../../../tui/report.ts";
import { showMessage, topicEnded } from "../../../../tui/state/messages.ts";
import { closeDialogs } from "../../../../tui/state/nav.ts";
import { hubNow } from "../../../app.ts";
import type { WebhooksApp } from "../../running.ts";
import { sendsToReceiver, webhooksSlice } from "../../state/webhooks.ts";
import { typedChanges } from "./event-form.ts";
import { outcomeOf } from "./outcome.ts";
import { eventCount, eventRate, sourceKey, type TriggerForm } from "./trigger-form.ts";
import { runText, type TriggerRun, triggerRunKind } from "./trigger-run.ts";
import { requestOf } from "./watch-trigger-form.ts";

/** Minimum time between two changes of the progress, in milliseconds. */
const showEveryMs = 100;
/** Time for which an outcome is shown, in milliseconds: longer than usual, because it comes unexpected. */
const outcomeMs = 6_000;
const topic = "triggered";

/** Triggers the event of a form; resolves with a function that shows the result, or the progress of many. */
export async function submitTrigger(app: WebhooksApp, form: TriggerForm): Promise<() => void> {
  const { store, services, running } = app;
  const request = requestOf(form, services.dataDir);
  if (request === null) throw new UsageError({ what: "there is no repo of the event" });
  const { scope, action, repo } = request;
  const set = typedChanges(form);
  const next = Object.keys(set).length === 0 ? request : { ...request, set };
  const first = form.base?.of === sourceKey(form) ? { ...next, payload: form.base.payload } : next;
  const name = `${scope} ${action}`;
  const total = eventCount(form) ?? 1;
  if (total === 1) return triggerOnce(app, name, first);
  return () => {
    const named = `${name} of ${formatWatchedItem(repo)}`;
    const run: TriggerRun = {
      kind: "trigger-run",
      name: named,
      total,
      done: 0,
      dispatches: 0,
      overQuota: 0,
    };
    store.dispatch(triggerRunKind.open(run));
    running.triggers = new AbortController();
    const signal = AbortSignal.any([running.triggers.signal, running.stopped]);
    const perSecond = eventRate(form) ?? 1;
    triggerMany(app, run, { first, next }, perSecond, signal).catch((error: unknown) => report(store, error));
  };
}

async function triggerOnce(app: WebhooksApp, name: string, request: TriggerRequest): Promise<() => void> {
  const { store, services } = app;
  const logged = await services.reader.lastSeq();
  const { dispatches } = await hubNow(services).trigger(request);
  if (dispatches.length === 0) {
    const repo = formatWatchedItem(request.repo);
    return () => showMessage(store, "warn", `No enabled webhook watches ${repo} for ${name}.`);
  }
  const done = `Triggered ${name} for ${plural(dispatches.length, "webhook")}`;
  return () => {
    showMessage(store, "ok", `${done}…`, { durationMs: outcomeMs, topic });
    showOutcome(app, dispatches.length === 1 ? name : done, dispatches, logged).catch((error: unknown) =>
      report(store, error),
    );
  };
}

/** Shows the outcome of dispatches, and the key that shows failures, otherwise deliveries of this app's receiver. */
async function showOutcome(
  app: WebhooksApp,
  what: string,
  dispatches: TriggerResult["dispatches"],
  logged: number,
): Promise<void> {
  const { store, registry, running } = app;
  try {
    const { tone, text, failed } = await outcomeOf(app, dispatches, logged, running.stopped);
    const fired = new Set(dispatches.map(({ webhookId }) => webhookId));
    const { items } = webhooksSlice.get(store.get());
    const ours = items.some((one) => fired.has(one.id) && sendsToReceiver(store.get(), one));
    const shown =
      failed > 0
        ? ` · ${keyOf(registry, "screen.webhooks")} shows ${failed === 1 ? "it" : "them"}`
        : ours
          ? ` · ${keyOf(registry, "screen.deliveries")} shows deliveries`
          : "";
    store.batch(() => {
      store.dispatch(topicEnded(topic));
      showMessage(store, tone, `${what} · ${text}${shown}`, { durationMs: outcomeMs, topic });
    });
  } catch (error) {
    if (running.stopped.aborted || isCanceled(error)) return;
    if (!isHooklensError(error)) throw error;
    const { message } = error;
    store.batch(() => {
      store.dispatch(topicEnded(topic));
      showMessage(store, "error", `${what} was triggered, but its outcome is unknown: ${message}`, {
        topic,
      });
    });
  }
}

async function triggerMany(
  { store, services, running }: WebhooksApp,
  run: TriggerRun,
  requests: { readonly first: TriggerRequest; readonly next: TriggerRequest },
  perSecond: number,
  signal: AbortSignal,
): Promise<void> {
  const startedMs = performance.now();
  let now = run;
  let shownMs = startedMs;
  let error: string | null = null;
  try {
    while (now.done < now.total && !signal.aborted) {
      // Computed from the start: slow calls do not lower the rate.
      const waitMs = startedMs + (now.done * 1_000) / perSecond - performance.now();
      if (waitMs > 0) await sleep(waitMs, undefined, { signal });
      const { dispatches } = await hubNow(services).trigger(now.done === 0 ? requests.first : requests.next);
      now = {
        ...now,
        done: now.done + 1,
        dispatches: now.dispatches + dispatches.length,
        overQuota: now.overQuota + dispatches.filter(({ overQuota }) => overQuota).length,
      };
      if (performance.now() - shownMs < showEveryMs) continue;
      shownMs = performance.now();
      const shown = now;
      triggerRunKind.change(store, () => shown);
    }
  } catch (thrown) {
    if (isHooklensError(thrown)) error = thrown.message;
    else if (!signal.aborted) throw thrown;
  }
  if (running.stopped.aborted) return;
  store.batch(() => {
    store.dispatch(closeDialogs(triggerRunKind.kind));
    const text = `Triggered ${now.name}: ${runText(now)}`;
    if (error !== null) showMessage(store, "error", `${text}, then: ${error}`);
    else if (signal.aborted) showMessage(store, "warn", `Canceled. ${text}`);
    else showMessage(store, now.dispatches === 0 ? "warn" : "ok", text, { durationMs: outcomeMs });
  });
}
