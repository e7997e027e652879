import type { HubClient } from "../../../hub/client.ts";
import { HubUnauthorizedError, HubUnreachableError, WebhookNotFoundError } from "../../../hub/errors.ts";
import { type HooklensError, isHooklensError } from "../../../model/errors.ts";
import { jobIdOf } from "../../../model/source-job.ts";
import type { Webhook } from "../../../model/webhook.ts";
import { shortenId } from "../../../text/identifiers.ts";
import { plural } from "../../../text/numbers.ts";
import { keyOf } from "../../../tui/frame/key-label.ts";
import type { Registry } from "../../../tui/registry.ts";
import { showMessage, topicEnded, undoMs } from "../../../tui/state/messages.ts";
import { type FeatureContext, hubNow } from "../../context.ts";
import { setWebhookView, webhookViewSlice } from "../../webhook-view.ts";
import {
  dropWebhook,
  markBusy,
  putWebhook,
  selectedWebhook,
  webhookList,
  webhooksSlice,
} from "../../webhooks-state.ts";
import { type Act, actTexts, bulkCounted, bulkSlice, changedBy, setBulk } from "./bulk.ts";
import type { NameEffects } from "./name-effects.ts";

export interface BulkEffects {
  /** Changes webhooks one by one, which `undoAct` can undo for 10 seconds. Those that fail stay marked. */
  act(act: Act, ids: readonly string[]): Promise<void>;
  /** Undoes the last act; deleted webhooks get new IDs. */
  undoAct(): Promise<void>;
}

/** Requests at once. */
const requestsAtOnce = 4;
/** Failures that a message names. */
const namedFailures = 2;
const topic = "webhook act";

interface Failure {
  readonly webhook: Webhook;
  readonly error: HooklensError;
}

export function createBulkEffects(
  { store, services }: FeatureContext,
  registry: Registry,
  { nameWebhook }: Pick<NameEffects, "nameWebhook">,
): BulkEffects {
  /** Runs a request for each webhook, and counts the results. The rest fails at once if no request can succeed. */
  async function forEach(
    doing: string,
    webhooks: readonly Webhook[],
    request: (hub: HubClient, webhook: Webhook) => Promise<void>,
  ): Promise<readonly Failure[]> {
    const hub = hubNow(services);
    const failures: Failure[] = [];
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

  async function request(act: Act, hub: HubClient, { id }: Webhook): Promise<void> {
    if (act !== "delete") {
      store.dispatch(putWebhook(await (act === "enable" ? hub.enableWebhook(id) : hub.disableWebhook(id))));
      return;
    }
    try {
      await hub.deleteWebhook(id);
    } catch (error) {
      // Somebody else deleted it.
      if (!(error instanceof WebhookNotFoundError)) throw error;
    }
    store.batch(() => {
      const { selected } = webhookList(store.get());
      const isSelected = selectedWebhook(store.get())?.id === id;
      store.dispatch(dropWebhook(id));
      // The next row of the list, which may be sorted, is selected instead.
      if (isSelected) store.dispatch(webhookList(store.get()).select(selected));
    });
  }

  function showResult(
    act: Act,
    webhooks: readonly Webhook[],
    failures: readonly Failure[],
    canUndo: boolean,
  ): void {
    const { done, opposite } = actTexts[act];
    const [only] = webhooks;
    const isOne = webhooks.length === 1 && only !== undefined;
    const changed = webhooks.length - failures.length;
    const what = isOne ? `Webhook ${only.id} ${done}` : `${plural(changed, "webhook")} ${done}`;
    const object = isOne ? "it" : "them";
    const newIds = act === "delete" ? (isOne ? " (new ID)" : " (new IDs)") : "";
    const undo =
      canUndo && changed > 0 && (!isOne || act === "delete")
        ? ` · ${keyOf(registry, "app.undo")} ${opposite} ${object}${newIds}`
        : "";
    const options = { topic, ...(undo === "" ? {} : { durationMs: undoMs }) };
    if (failures.length === 0) showMessage(store, "ok", `${what}${undo}`, options);
    else showMessage(store, "warn", `${what}, ${failureText(failures)}${undo}`, options);
  }

  async function act(kind: Act, ids: readonly string[], canUndo: boolean): Promise<void> {
    const wanted = new Set(ids);
    const { items, busy } = webhooksSlice.get(store.get());
    const webhooks = changedBy(
      kind,
      items.filter(({ id }) => wanted.has(id) && busy[id] === undefined),
    );
    if (webhooks.length === 0) return;
    const failures = await forEach(actTexts[kind].doing, webhooks, (hub, webhook) =>
      request(kind, hub, webhook),
    );
    const [first] = failures;
    if (first !== undefined && webhooks.length === 1) throw first.error;
    const failed = new Set(failures.map(({ webhook }) => webhook.id));
    const changed = webhooks.filter(({ id }) => !failed.has(id));
    store.batch(() => {
      const { marks } = webhookViewSlice.get(store.get());
      store.dispatch(setWebhookView({ marks: marks.filter((id) => failed.has(id)) }));
      const untilMs = store.nowMs() + undoMs;
      const undoable = canUndo && changed.length > 0 ? { act: kind, webhooks: changed, untilMs } : null;
      store.dispatch(setBulk({ undoable }));
      showResult(kind, webhooks, failures, canUndo);
    });
  }

  async function restore(webhooks: readonly Webhook[]): Promise<void> {
    const made = new Map<string, string>();
    const failures = await forEach("restoring", webhooks, async (hub, webhook) => {
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
      nameWebhook(webhook.id, "");
      nameWebhook(created.id, name);
    });
    const [first] = failures;
    if (first !== undefined) {
      // They can be restored again after a failure.
      const rest = failures.map(({ webhook }) => webhook);
      store.dispatch(
        setBulk({ undoable: { act: "delete", webhooks: rest, untilMs: store.nowMs() + undoMs } }),
      );
      if (webhooks.length === 1) throw first.error;
    }
    const [id] = made.values();
    const restored =
      made.size === 1 && id !== undefined
        ? `Webhook restored as ${id}`
        : `${plural(made.size, "webhook")} restored with new IDs`;
    if (failures.length === 0) showMessage(store, "ok", restored);
    else showMessage(store, "warn", `${restored}, ${failureText(failures)}`);
  }

  return {
    act: (kind, ids) => act(kind, ids, true),
    async undoAct() {
      const { undoable } = bulkSlice.get(store.get());
      if (undoable === null) return;
      store.batch(() => {
        store.dispatch(setBulk({ undoable: null }));
        store.dispatch(topicEnded(topic));
      });
      if (undoable.act === "delete") return restore(undoable.webhooks);
      const ids = undoable.webhooks.map(({ id }) => id);
      return act(undoable.act === "enable" ? "disable" : "enable", ids, false);
    },
  };
}

/** Says how many requests failed, and why the first of them did. */
function failureText(failures: readonly Failure[]): string {
  const named = failures
    .slice(0, namedFailures)
    .map(({ webhook, error }) => `${shortenId(webhook.id)} (${error.message})`);
  const more = failures.length > namedFailures ? "; …" : "";
  return `${failures.length} failed: ${named.join("; ")}${more}`;
}
