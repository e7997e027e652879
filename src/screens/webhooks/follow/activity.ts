import { coalesce } from "../../../async/coalesce.ts";
import type { HubClient } from "../../../hub/client.ts";
import { webhookPage } from "../../../hub/endpoint.ts";
import { NotLocalHubError } from "../../../hub/errors.ts";
import type { Dispatch } from "../../../model/dispatch.ts";
import { isHooklensError } from "../../../model/errors.ts";
import { parseFilter } from "../../../model/filter-parse.ts";
import type { WebhookActivity } from "../../../model/webhook-activity.ts";
import { isPaneShown } from "../../../tui/layout.ts";
import { isCanceled, report } from "../../../tui/report.ts";
import { navSlice } from "../../../tui/state/nav.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import type { App } from "../../app.ts";
import type { WebhooksRunning } from "../running.ts";
import { activityOf, webhookActivitySlice } from "../state/activity.ts";
import { dispatchKind } from "../state/dispatch-page.ts";
import {
  activityCount,
  type ActivityList,
  activitySlice,
  currentDispatch,
  selectedDispatch,
  setActivity,
  shownActivity,
  withDeliveryRows,
  withNewest,
  withOlder,
} from "../state/shown-activity.ts";
import { selectedWebhook, webhooksArrangement } from "../state/webhooks.ts";

/** Minimum time between two reads of the same activity, in milliseconds. */
const refreshMs = 1_000;
/** Minimum time of a selection before the hub is asked about it, in milliseconds. */
const restMs = 100;
/** Time after which a pending read is shown, in milliseconds. */
const slowMs = 200;
/** Maximum rows of one request. */
const pageRows = 100;
/** Distance to the last row, in rows, at which older rows are fetched. */
const margin = 20;

/** Reads the activity of the selected webhook while it is visible. */
export function watchActivity({ store, services }: App): Pick<WebhooksRunning, "load" | "stop"> {
  let timer: NodeJS.Timeout | undefined;
  let wanted = wantedBy(store.get());
  /** Summary of the activity at the last read, to detect news; undefined after a change of the log. */
  let readOf: Wanted["summary"] | undefined;

  const load = coalesce(
    async () => {
      stopTimer();
      const now = wantedBy(store.get());
      if (now === null) return;
      const { webhookId, summary } = now;
      const { readAtMs } = shownActivity(store.get());
      const isCurrent = readAtMs !== null && summary === readOf && (dueInMs() ?? 1) > 0;
      const waitMs = readAtMs === null ? 0 : readAtMs + refreshMs - store.nowMs();
      if (!isCurrent && waitMs <= 0) {
        readOf = summary;
        await showError(loadRows(webhookId), (error) => change(webhookId, (list) => ({ ...list, error })));
      }
      await showError(loadDetail(webhookId), (error) =>
        dispatchKind.change(store, (open) => ({ ...open, error })),
      );
      if (!isCurrent && waitMs > 0) loadIn(waitMs);
      else {
        const nextMs = dueInMs();
        if (nextMs !== null) loadIn(Math.max(refreshMs, nextMs));
      }
    },
    (error) => report(store, error),
  );

  /** Returns the time until the rows change without a change of the summary, or are read after an error; null for none. */
  function dueInMs(): number | null {
    const { rows, error } = shownActivity(store.get());
    if (error !== null || (dispatchKind.find(store.get())?.error ?? null) !== null) return 0;
    return rows?.from === "hub" ? changeInMs(rows.dispatches, store.nowMs()) : null;
  }

  function stopTimer(): void {
    clearTimeout(timer);
    timer = undefined;
  }

  function loadIn(delayMs: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      timer = undefined;
      load();
    }, delayMs);
    timer.unref();
  }

  /** Changes the activity of a webhook unless another one is visible meanwhile. */
  function change(webhookId: string, next: (list: ActivityList) => ActivityList): void {
    const list = shownActivity(store.get());
    if (list.webhookId === webhookId) store.dispatch(setActivity(next(list)));
  }

  /** Shows why a request failed; null for a canceled one. */
  async function showError(asked: Promise<void>, show: (error: string | null) => void): Promise<void> {
    try {
      await asked;
    } catch (error) {
      if (!isHooklensError(error) && !isCanceled(error)) throw error;
      show(isHooklensError(error) ? error.message : null);
    }
  }

  async function loadRows(webhookId: string) {
    const { hub } = services;
    if (hub === null) return;
    const nowMs = store.nowMs();
    // Another hub has already stated that it reports no dispatches.
    const isLog = webhookActivitySlice.get(store.get()).from === "receiver";
    // The webhook becomes visible, with a note that its activity is being read.
    const slow = setTimeout(() => change(webhookId, (list) => list), slowMs);
    try {
      const page = isLog ? null : await newest(hub, webhookId);
      if (page === null) await loadLog(hub.endpoint, webhookId);
      else change(webhookId, (list) => ({ ...withNewest(list, page), readAtMs: nowMs }));
    } finally {
      clearTimeout(slow);
    }
  }

  /** Returns the newest dispatches; null if the hub does not report them. */
  async function newest(hub: HubClient, webhookId: string) {
    try {
      return await hub.activity(webhookId, { limit: pageRows });
    } catch (error) {
      if (error instanceof NotLocalHubError) return null;
      throw error;
    }
  }

  async function loadLog(endpoint: string, webhookId: string) {
    const nowMs = store.nowMs();
    const filter = parseFilter(`webhook:"${webhookId}"`, nowMs);
    const { rows, more } = await services.reader.page({
      filter,
      from: null,
      direction: "older",
      limit: pageRows,
    });
    change(webhookId, (list) => ({
      ...withDeliveryRows(list, rows, more),
      readAtMs: nowMs,
      page: webhookPage(endpoint, webhookId),
    }));
  }

  /** Reads the attempts of the open or selected dispatch, if they may have changed. */
  async function loadDetail(webhookId: string) {
    const { hub } = services;
    const dispatch = currentDispatch(store.get());
    const page = dispatchKind.find(store.get());
    const id = page?.id ?? dispatch?.id;
    if (hub === null || id === undefined) return;
    const known = shownActivity(store.get()).detail;
    const isKnown =
      known?.id === id && known.state === dispatch?.state && known.attemptCount === dispatch.attemptCount;
    const detail = isKnown ? known : await hub.dispatch(webhookId, String(id));
    if (!isKnown) change(webhookId, (list) => ({ ...list, detail }));
    dispatchKind.change(store, (open) =>
      open.id === id && (open.detail !== detail || open.error !== null)
        ? { ...open, detail, error: null }
        : open,
    );
  }

  const loadOlder = coalesce(
    async () => {
      const list = shownActivity(store.get());
      const { hub } = services;
      if (hub === null || list.webhookId === null || list.rows?.from !== "hub" || !list.rows.more) return;
      const before = list.rows.dispatches.at(-1)?.id;
      const page = await hub.activity(list.webhookId, { before, limit: pageRows });
      change(list.webhookId, (now) => {
        const isStillLast = now.rows?.from === "hub" && now.rows.dispatches.at(-1)?.id === before;
        return isStillLast ? withOlder(now, page) : now;
      });
    },
    (error) => report(store, error),
  );

  services.events.hub.on(load);
  services.events.position.on(() => {
    if (shownActivity(store.get()).rows?.from !== "log") return;
    readOf = undefined;
    if (timer === undefined && wantedBy(store.get()) !== null) loadIn(refreshMs);
  });

  const unsubscribe = store.subscribe(() => {
    const state = store.get();
    const now = wantedBy(state);
    const isSame =
      now?.webhookId === wanted?.webhookId &&
      now?.dispatch === wanted?.dispatch &&
      now?.summary === wanted?.summary;
    if (!isSame) {
      wanted = now;
      if (now === null) stopTimer();
      else loadIn(restMs);
    }
    const list = activitySlice.get(state);
    const isNearEnd = list.view.selected >= activityCount(list) - margin;
    if (now?.webhookId === list.webhookId && list.rows?.more === true && isNearEnd) loadOlder();
  });

  return {
    load,
    stop() {
      stopTimer();
      unsubscribe();
    },
  };
}

/** Webhook, and its dispatch, whose activity is visible. */
interface Wanted {
  readonly webhookId: string;
  readonly dispatch: number | null;
  /** Another object after each change of the activity. */
  readonly summary: WebhookActivity | null;
}

/** Returns the time until an attempt starts or ends, missing in the summary; null if none is expected. */
function changeInMs(dispatches: readonly Dispatch[], nowMs: number): number | null {
  const moments = dispatches.flatMap(({ state, nextAttemptAt }) => {
    if (state === "sending") return [0];
    return nextAttemptAt === null ? [] : [Math.max(0, Date.parse(nextAttemptAt) - nowMs)];
  });
  return moments.length === 0 ? null : Math.min(...moments);
}

/** Returns the visible activity; null while hidden, also by another screen. */
function wantedBy(state: AppState): Wanted | null {
  const webhook = selectedWebhook(state);
  if (webhook === null || navSlice.get(state).screen !== webhooksArrangement.id) return null;
  const isHidden = !isPaneShown(state, webhooksArrangement, "activity") && dispatchKind.find(state) === null;
  if (isHidden) return null;
  return {
    webhookId: webhook.id,
    dispatch: selectedDispatch(state)?.id ?? null,
    summary: activityOf(state, webhook.id),
  };
}
