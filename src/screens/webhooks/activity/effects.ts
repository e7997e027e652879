import { coalesce } from "../../../async/coalesce.ts";
import type { HubClient } from "../../../hub/client.ts";
import { NotLocalHubError } from "../../../hub/errors.ts";
import { isHooklensError } from "../../../model/errors.ts";
import { parseFilter } from "../../../model/filter-parse.ts";
import { isCanceled, report } from "../../../tui/report.ts";
import { showMessage } from "../../../tui/state/messages.ts";
import { openDialog } from "../../../tui/state/nav.ts";
import type { FeatureContext } from "../../context.ts";
import {
  activityCount,
  activityList,
  currentDispatch,
  dispatchPage,
  withDeliveryRows,
  withNewest,
  withOlder,
  activityKind,
  dispatchKind,
} from "./activity.ts";

export interface ActivityEffects {
  /** Opens the activity of a webhook and refreshes it until it is closed. */
  openActivity(webhookId: string): void;
  /** Opens the attempts of the selected dispatch. */
  openDispatch(): void;
  /** Replays the open or selected dispatch to the webhook's current target and shows the result. */
  replayDispatch(): Promise<void>;
  stop(): void;
}

/** Refresh interval of the open activity, in milliseconds. */
const refreshMs = 1_000;
/** Maximum rows of one request. */
const pageRows = 100;
/** Distance to the last row, in rows, at which older rows are fetched. */
const margin = 20;

export function createActivityEffects({ store, services }: FeatureContext): ActivityEffects {
  let timer: NodeJS.Timeout | undefined;
  const currentList = () => activityKind.find(store.get());

  const load = coalesce(
    async () => {
      clearTimeout(timer);
      const list = currentList();
      if (list === null) return;
      await showError(loadRows(list.webhookId), (error) =>
        activityKind.change(store, (open) => ({ ...open, error })),
      );
      await showError(loadDispatch(), (error) => dispatchKind.change(store, (open) => ({ ...open, error })));
      timer = setTimeout(load, refreshMs);
      timer.unref();
    },
    (error) => report(store, error),
  );

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
    const page = await newest(hub, webhookId);
    if (currentList()?.webhookId !== webhookId) return;
    if (page === null) await loadLog(hub.endpoint, webhookId);
    else activityKind.change(store, (open) => withNewest(open, page));
  }

  /** Returns the newest dispatches; null if the hub does not report them. */
  async function newest(hub: HubClient, webhookId: string) {
    // A hub that does not report dispatches is not asked again.
    if (currentList()?.rows?.from === "log") return null;
    try {
      return await hub.activity(webhookId, { limit: pageRows });
    } catch (error) {
      if (error instanceof NotLocalHubError) return null;
      throw error;
    }
  }

  async function loadLog(endpoint: string, webhookId: string) {
    const filter = parseFilter(`webhook:"${webhookId}"`, store.nowMs());
    const { rows, more } = await services().reader.page({
      filter,
      from: null,
      direction: "older",
      limit: pageRows,
    });
    activityKind.change(store, (open) => ({
      ...withDeliveryRows(open, rows, more),
      page: `${endpoint}/settings/webhooks/${webhookId}`,
    }));
  }

  async function loadDispatch() {
    const page = dispatchKind.find(store.get());
    const { hub } = services();
    if (page === null || hub === null) return;
    const detail = await hub.dispatch(page.webhookId, String(page.id));
    dispatchKind.change(store, (open) => (open.id === detail.id ? { ...open, detail, error: null } : open));
  }

  const loadOlder = coalesce(
    async () => {
      const list = currentList();
      const { hub } = services();
      if (hub === null || list?.rows?.from !== "hub" || !list.rows.more) return;
      const before = list.rows.dispatches.at(-1)?.id;
      const page = await hub.activity(list.webhookId, { before, limit: pageRows });
      activityKind.change(store, (open) => {
        const isStillLast = open.rows?.from === "hub" && open.rows.dispatches.at(-1)?.id === before;
        return isStillLast ? withOlder(open, page) : open;
      });
    },
    (error) => report(store, error),
  );

  const unsubscribe = store.subscribe(() => {
    const list = currentList();
    if (list === null) clearTimeout(timer);
    else if (list.view.selected >= activityCount(list) - margin && list.rows?.more === true) loadOlder();
  });

  return {
    openActivity(webhookId) {
      store.dispatch(openDialog(activityList(webhookId)));
      load();
    },
    openDispatch() {
      const list = currentList();
      const dispatch = currentDispatch(store.get());
      if (list === null || dispatch === null) return;
      store.dispatch(openDialog(dispatchPage(list.webhookId, dispatch.id)));
      load();
    },
    async replayDispatch() {
      const list = currentList();
      const dispatch = currentDispatch(store.get());
      const { hub } = services();
      if (list === null || dispatch === null || hub === null || list.replaying !== null) return;
      const { id } = dispatch;
      activityKind.change(store, (open) => ({ ...open, replaying: id }));
      try {
        const { status, error, jobRun } = await hub.replayDispatch(list.webhookId, String(id));
        const result =
          jobRun === null
            ? (error ?? (status === null ? "no response" : String(status)))
            : `run ${jobRun} started`;
        const succeeded = error === null && (jobRun !== null || (status !== null && status < 300));
        const text = `Replayed dispatch ${id}: ${result}`;
        showMessage(store, succeeded ? "ok" : "error", succeeded ? text : `${text}.`);
      } finally {
        activityKind.change(store, (open) => ({ ...open, replaying: null }));
        load();
      }
    },
    stop() {
      clearTimeout(timer);
      unsubscribe();
    },
  };
}
