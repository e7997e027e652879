import type { HubClient } from "../../../hub/client.ts";
import { HubUnauthorizedError, HubUnreachableError, WebhookNotFoundError } from "../../../hub/errors.ts";
import { type HooklensError, isHooklensError } from "../../../model/errors.ts";
import { jobIdOf } from "../../../model/source-job.ts";
import { changeBetween } from "../../../model/webhook-parts.ts";
import type { Webhook } from "../../../model/webhook.ts";
import { plural } from "../../../text/numbers.ts";
import { keyOf } from "../../../tui/frame/key-label.ts";
import { showMessage, topicEnded, undoMs } from "../../../tui/state/messages.ts";
import { type App, hubNow } from "../../app.ts";
import {
  type Act,
  actTexts,
  actUndoable,
  actUndone,
  bulkCounted,
  bulkSlice,
  changedBy,
  setBulk,
  type UndoableAct,
  webhooksRestored,
} from "../state/bulk.ts";
import { setWebhookView, shownName, webhookName, webhookViewSlice } from "../state/view.ts";
import {
  dropWebhook,
  markBusy,
  putWebhook,
  selectedWebhook,
  webhookList,
  webhooksSlice,
} from "../state/webhooks.ts";
import { renameWebhook } from "./names.ts";

/** Requests at once. */
const requestsAtOnce = 4;
/** Failures that a message names. */
const namedFailures = 2;
const topic = "webhook act";

export interface ActFailure {
  readonly webhook: Webhook;
  readonly error: HooklensError;
}

/** Webhook before and after a change. */
export interface ChangedWebhook {
  readonly before: Webhook;
  readonly after: Webhook;
}

/** Changes webhooks one by one; `undoAct` can undo it for 10 seconds. Failed ones stay marked. */
export function actOn(app: App, kind: Act, ids: readonly string[]): Promise<void> {
  return act(app, kind, ids, true);
}

/**
 * Reports the changes, and lets `undoAct` restore them for 10 seconds.
 * @param changed the webhooks before and after the change; none without an undo
 */
export function showChanged(
  app: App,
  what: string,
  changed: readonly ChangedWebhook[],
  failures: readonly ActFailure[],
): void {
  const { store } = app;
  const webhooks = changed.map(({ before }) => before);
  store.batch(() => {
    if (changed.length > 0) {
      const restoring = changed.map(({ before, after }) => changeBetween(after, before));
      const untilMs = store.nowMs() + undoMs;
      store.dispatch(actUndoable({ act: "change", webhooks, restoring, untilMs }));
    }
    showResult(app, what, failures, webhooks);
  });
}

/** Undoes the newest action not yet undone; deleted webhooks get new IDs. */
export async function undoAct(app: App): Promise<void> {
  const { store } = app;
  const undoable = bulkSlice.get(store.get()).undoable.at(-1);
  if (undoable === undefined) return;
  store.batch(() => {
    store.dispatch(actUndone(undoable));
    store.dispatch(topicEnded(topic));
  });
  if (undoable.act === "delete") return restore(app, undoable.webhooks);
  if (undoable.act === "change") return restoreParts(app, undoable);
  const ids = undoable.webhooks.map(({ id }) => id);
  return act(app, undoable.act === "enable" ? "disable" : "enable", ids, false);
}

/** Runs a request for each webhook, and counts the results. The rest fails at once if no request can succeed. */
async function forEach(
  { store, services }: App,
  doing: string,
  webhooks: readonly Webhook[],
  request: (hub: HubClient, webhook: Webhook) => Promise<void>,
): Promise<readonly ActFailure[]> {
  const hub = hubNow(services);
  const failures: ActFailure[] = [];
  let hopeless: HooklensError | null = null;
  const left = webhooks.values();
  const isBulk = webhooks.length > 1;
  if (isBulk) store.dispatch(setBulk({ running: { doing, total: webhooks.length, done: 0, failed: 0 } }));

  async function run(webhook: Webhook): Promise<void> {
    const { id } = webhook;
    store.dispatch(markBusy(id, doing));
    try {
      if (hopeless !== null) throw hopeless;
      await request(hub, webhook);
      store.dispatch(bulkCounted("done"));
    } catch (error) {
      if (!isHooklensError(error)) throw error;
      if (error instanceof HubUnauthorizedError || error instanceof HubUnreachableError) hopeless = error;
      failures.push({ webhook, error });
      store.dispatch(bulkCounted("failed"));
    } finally {
      store.dispatch(markBusy(id, null));
    }
  }

  try {
    await Promise.all(
      Array.from({ length: requestsAtOnce }, async () => {
        for (const webhook of left) await run(webhook);
      }),
    );
  } finally {
    store.dispatch(setBulk({ running: null }));
  }
  return failures;
}

async function request({ store }: App, act: Act, hub: HubClient, { id }: Webhook): Promise<void> {
  if (act !== "delete") {
    store.dispatch(putWebhook(await (act === "enable" ? hub.enableWebhook(id) : hub.disableWebhook(id))));
    return;
  }
  try {
    await hub.deleteWebhook(id);
  } catch (error) {
    // Another client deleted it first.
    if (!(error instanceof WebhookNotFoundError)) throw error;
  }
  store.batch(() => {
    const { selected } = webhookList(store.get());
    const isSelected = selectedWebhook(store.get())?.id === id;
    store.dispatch(dropWebhook(id));
    // The next row of the list, in its sort order, is selected instead.
    if (isSelected) store.dispatch(webhookList(store.get()).select(selected));
  });
}

function namesOf({ store }: App, webhooks: readonly Webhook[]): string {
  const [only] = webhooks;
  if (webhooks.length !== 1 || only === undefined) return plural(webhooks.length, "webhook");
  return `webhook ${webhookName(store.get(), only.id) ?? only.id}`;
}

/** Reports the number of failed requests, and the first reason. */
function failureText({ store }: App, failures: readonly ActFailure[]): string {
  const named = failures
    .slice(0, namedFailures)
    .map(({ webhook: { id }, error }) => `${shownName(store.get(), id)} (${error.message})`);
  const more = failures.length > namedFailures ? "; …" : "";
  return `${failures.length} failed: ${named.join("; ")}${more}`;
}

/**
 * Reports the result, and what the key undoes next. Replaces the previous message with its other undo.
 * @param done names of the changed webhooks at the start of the message; null for another start
 */
function showResult(
  app: App,
  what: string,
  failures: readonly ActFailure[],
  done: readonly Webhook[] | null,
): void {
  const { store, registry } = app;
  const next = bulkSlice.get(store.get()).undoable.at(-1);
  const text = failures.length === 0 ? what : `${what}, ${failureText(app, failures)}`;
  const tone = failures.length === 0 ? "ok" : "warn";
  store.batch(() => {
    store.dispatch(topicEnded(topic));
    if (next === undefined) {
      showMessage(store, tone, text, { topic });
      return;
    }
    const { act, webhooks, untilMs } = next;
    const isOne = webhooks.length === 1;
    const object = webhooks === done ? (isOne ? "it" : "them") : namesOf(app, webhooks);
    const newIds = act === "delete" ? (isOne ? " (new ID)" : " (new IDs)") : "";
    const undo = `${keyOf(registry, "app.undo")} ${actTexts[act].opposite} ${object}${newIds}`;
    const durationMs = untilMs - store.nowMs();
    showMessage(store, tone, `${text} · ${undo}`, { topic, durationMs });
  });
}

async function act(app: App, kind: Act, ids: readonly string[], canUndo: boolean): Promise<void> {
  const { store } = app;
  const wanted = new Set(ids);
  const { items, busy } = webhooksSlice.get(store.get());
  const webhooks = changedBy(
    kind,
    items.filter(({ id }) => wanted.has(id) && busy[id] === undefined),
  );
  if (webhooks.length === 0) return;
  const failures = await forEach(app, actTexts[kind].doing, webhooks, (hub, webhook) =>
    request(app, kind, hub, webhook),
  );
  const [first] = failures;
  if (first !== undefined && webhooks.length === 1) throw first.error;
  const failed = new Set(failures.map(({ webhook }) => webhook.id));
  const changed = webhooks.filter(({ id }) => !failed.has(id));
  store.batch(() => {
    const { marks } = webhookViewSlice.get(store.get());
    store.dispatch(setWebhookView({ marks: marks.filter((id) => failed.has(id)) }));
    const what = capitalized(`${namesOf(app, changed)} ${actTexts[kind].done}`);
    if (canUndo && changed.length > 0) {
      store.dispatch(
        actUndoable({ act: kind, webhooks: changed, restoring: [], untilMs: store.nowMs() + undoMs }),
      );
    }
    showResult(app, what, failures, changed);
  });
}

async function restore(app: App, webhooks: readonly Webhook[]): Promise<void> {
  const { store } = app;
  const made = new Map<string, string>();
  const failures = await forEach(app, "restoring", webhooks, async (hub, webhook) => {
    const { url, watched, domains, secret, disabled } = webhook;
    const created = await hub.createWebhook({
      ...(url === null ? { jobId: jobIdOf(webhook) } : { url }),
      watched,
      domains,
      ...(secret === null ? {} : { secret }),
    });
    made.set(webhook.id, created.id);
    store.dispatch(putWebhook(disabled ? await hub.disableWebhook(created.id) : created));
    const name = webhookViewSlice.get(store.get()).names[webhook.id];
    if (name === undefined) return;
    renameWebhook(app, webhook.id, "");
    renameWebhook(app, created.id, name);
  });
  const [first] = failures;
  if (first !== undefined) {
    // They can be restored again after a failure.
    const rest = failures.map(({ webhook }) => webhook);
    store.dispatch(
      actUndoable({ act: "delete", webhooks: rest, restoring: [], untilMs: store.nowMs() + undoMs }),
    );
    if (webhooks.length === 1) throw first.error;
  }
  store.dispatch(webhooksRestored(made));
  const [id] = made.values();
  const name = id === undefined ? null : webhookName(store.get(), id);
  const restored =
    made.size === 1 && id !== undefined
      ? `Webhook ${name === null ? "" : `${name} `}restored as ${id}`
      : `${plural(made.size, "webhook")} restored with new IDs`;
  showResult(app, restored, failures, null);
}

async function restoreParts(app: App, { webhooks, restoring }: UndoableAct): Promise<void> {
  const { store } = app;
  const failures = await forEach(app, "restoring", webhooks, async (hub, webhook) => {
    const change = restoring[webhooks.indexOf(webhook)] ?? {};
    store.dispatch(putWebhook(await hub.updateWebhook(webhook.id, change)));
  });
  const [first] = failures;
  if (first !== undefined && webhooks.length === 1) throw first.error;
  const failed = new Set(failures.map(({ webhook }) => webhook));
  const restored = webhooks.filter((webhook) => !failed.has(webhook));
  showResult(app, `${capitalized(namesOf(app, restored))} restored`, failures, null);
}

function capitalized(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}
