import { coalesce } from "../../../async/coalesce.ts";
import type { HubClient } from "../../../hub/client.ts";
import { NotLocalHubError } from "../../../hub/errors.ts";
import { isHooklensError } from "../../../model/errors.ts";
import { parseFilter } from "../../../model/filter-parse.ts";
import { isPaneShown } from "../../../tui/layout.ts";
import { isCanceled, report } from "../../../tui/report.ts";
import { navSlice, openDialog } from "../../../tui/state/nav.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import type { FeatureContext } from "../../context.ts";
import { selectedWebhook, webhooksArrangement } from "../../webhooks-state.ts";
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
} from "./activity.ts";
import { createDispatchActs, type DispatchActs } from "./dispatch-acts.ts";
import { dispatchKind, dispatchPage } from "./dispatch-page.ts";

export interface ActivityEffects extends DispatchActs {
  /** Opens the attempts of the selected dispatch. */
  openDispatch(): void;
  stop(): void;
}

/** Minimum time between two reads of the same activity, in milliseconds. */
const refreshMs = 1_000;
/** Time for which a selection rests before the hub is asked about it, in milliseconds. */
const restMs = 100;
/** Time after which a read that is not answered is shown, in milliseconds. */
const slowMs = 200;
/** Maximum rows of one request. */
const pageRows = 100;
/** Distance to the last row, in rows, at which older rows are fetched. */
const margin = 20;

/** Reads the activity of the selected webhook while it is visible. */
export function createActivityEffects(context: FeatureContext): ActivityEffects {
  const { store, services, events } = context;
  let timer: NodeJS.Timeout | undefined;
  let wanted = wantedBy(store.get());

  const load = coalesce(
    async () => {
      clearTimeout(timer);
      const webhookId = wantedBy(store.get())?.webhookId;
      if (webhookId === undefined) return;
      await showError(loadRows(webhookId), (error) => change(webhookId, (list) => ({ ...list, error })));
      await showError(loadDetail(webhookId), (error) =>
        dispatchKind.change(store, (open) => ({ ...open, error })),
      );
      // The log says when it has changed.
      if (shownActivity(store.get()).rows?.from !== "log") loadIn(refreshMs);
    },
    (error) => report(store, error),
  );

  function loadIn(delayMs: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      timer = undefined;
      load();
    }, delayMs);
    timer.unref();
  }

  /** Changes the activity of a webhook, unless that of another one is shown meanwhile. */
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
    const { hub } = services();
    if (hub === null) return;
    const { rows, readAtMs } = shownActivity(store.get());
    const nowMs = store.nowMs();
    if (readAtMs !== null && nowMs - readAtMs < refreshMs) return;
    // The webhook becomes the shown one, which says that its activity is being read.
    const slow = setTimeout(() => change(webhookId, (list) => list), slowMs);
    try {
      const page = rows?.from === "log" ? null : await newest(hub, webhookId);
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
    const { rows, more } = await services().reader.page({
      filter,
      from: null,
      direction: "older",
      limit: pageRows,
    });
    change(webhookId, (list) => ({
      ...withDeliveryRows(list, rows, more),
      readAtMs: nowMs,
      page: `${endpoint}/settings/webhooks/${webhookId}`,
    }));
  }

  /** Reads the attempts of the open or selected dispatch, if they may have changed. */
  async function loadDetail(webhookId: string) {
    const { hub } = services();
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
      const { hub } = services();
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

  events.hub.on(load);
  events.position.on(() => {
    const isLog = shownActivity(store.get()).rows?.from === "log";
    if (isLog && wantedBy(store.get()) !== null && timer === undefined) loadIn(refreshMs);
  });

  const unsubscribe = store.subscribe(() => {
    const state = store.get();
    const now = wantedBy(state);
    if (now?.webhookId !== wanted?.webhookId || now?.dispatch !== wanted?.dispatch) {
      wanted = now;
      if (now === null) clearTimeout(timer);
      else loadIn(restMs);
    }
    const list = activitySlice.get(state);
    const isNearEnd = list.view.selected >= activityCount(list) - margin;
    if (now?.webhookId === list.webhookId && list.rows?.more === true && isNearEnd) loadOlder();
  });

  return {
    ...createDispatchActs(context, load),
    openDispatch() {
      const { webhookId } = shownActivity(store.get());
      const dispatch = selectedDispatch(store.get());
      if (webhookId === null || dispatch === null) return;
      store.dispatch(openDialog(dispatchPage(webhookId, dispatch.id)));
      load();
    },
    stop() {
      clearTimeout(timer);
      unsubscribe();
    },
  };
}

/** Webhook, and its dispatch, whose activity is visible. */
interface Wanted {
  readonly webhookId: string;
  readonly dispatch: number | null;
}

/** Returns what the activity shows; null while it is hidden, also by another screen. */
function wantedBy(state: AppState): Wanted | null {
  const webhook = selectedWebhook(state);
  if (webhook === null || navSlice.get(state).screen !== webhooksArrangement.id) return null;
  const isHidden = !isPaneShown(state, webhooksArrangement, "activity") && dispatchKind.find(state) === null;
  if (isHidden) return null;
  return { webhookId: webhook.id, dispatch: selectedDispatch(state)?.id ?? null };
}
