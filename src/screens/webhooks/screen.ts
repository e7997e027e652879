import { webhookJson } from "../../exports/webhook-json.ts";
import { formatWatchedItem } from "../../model/watched-item.ts";
import { webhookTable } from "../../tables/webhooks.ts";
import { type Span, span } from "../../text/line.ts";
import { count, plural } from "../../text/numbers.ts";
import { v } from "../../text/visible.ts";
import { nextExactAge } from "../../tui/clock.ts";
import { clickRow, keepInView } from "../../tui/list.ts";
import type { Registry } from "../../tui/records/registry.ts";
import type { PaneContent, CopyItem, Place } from "../../tui/records/screen.ts";
import { inField, inScreen } from "../../tui/scope.ts";
import { navSlice } from "../../tui/state/nav.ts";
import type { AppState } from "../../tui/state/slice.ts";
import { windowSlice, type Size } from "../../tui/state/window.ts";
import type { App, AppScreen } from "../app.ts";
import { exampleRequest } from "../first-steps.ts";
import { namedPlaces } from "../named-places.ts";
import { activityCommands } from "./actions/activity.ts";
import { laterEditorCommands } from "./actions/editor.ts";
import { firstHealthCommands, healthCommands } from "./actions/health.ts";
import { webhookCommands } from "./actions/list.ts";
import { viewCommands } from "./actions/view.ts";
import { deleteDialog } from "./dialogs/delete-form.ts";
import { dispatchDialog } from "./dialogs/dispatch.ts";
import { webhookChangeCommands, webhookChangeDialog } from "./dialogs/editor/change-dialog.ts";
import { hubSearchSlice, watchTypedItem } from "./dialogs/editor/hub-search.ts";
import { watchBlankForm } from "./dialogs/editor/open-form.ts";
import { watchDraft } from "./dialogs/editor/watch-draft.ts";
import { webhookFormDialog } from "./dialogs/editor/webhook-form-dialog.ts";
import { healthDialogRecord } from "./dialogs/health.ts";
import { nameDialog } from "./dialogs/name-form.ts";
import { outdatedUrlsCommands, outdatedUrlsRecord } from "./dialogs/outdated-urls/outdated-urls-box.ts";
import { watchOutdatedUrls } from "./dialogs/outdated-urls/update-urls.ts";
import { watchTestForm } from "./dialogs/trigger/send-test.ts";
import { testDialog } from "./dialogs/trigger/test-dialog.ts";
import { testResultDialog } from "./dialogs/trigger/test-result.ts";
import { triggerDialog } from "./dialogs/trigger/trigger-dialog.ts";
import { triggerRunDialog } from "./dialogs/trigger/trigger-run.ts";
import { watchTriggerForm } from "./dialogs/trigger/watch-trigger-form.ts";
import { watchActivities } from "./follow/activities.ts";
import { watchActivity } from "./follow/activity.ts";
import { watchHealth } from "./follow/health.ts";
import { watchList } from "./follow/list.ts";
import { undoAct } from "./operations/bulk.ts";
import { loadNames } from "./operations/names.ts";
import { activityModel, clickActivity, activityPane } from "./panes/activity-pane.ts";
import { factsPane } from "./panes/facts.ts";
import { listPane } from "./panes/list-pane.ts";
import type { WebhooksApp, WebhooksRunning } from "./running.ts";
import { activityOf, webhookActivitySlice } from "./state/activity.ts";
import { bulkSlice, undoExpired } from "./state/bulk.ts";
import { webhookHealthSlice } from "./state/health.ts";
import { activitySlice, shownActivity } from "./state/shown-activity.ts";
import { setWebhookView, webhookName, webhookViewSlice } from "./state/view.ts";
import {
  listLines,
  loadError,
  selectedWebhook,
  setWebhooks,
  webhookHeadRows,
  webhookList,
  webhookPanes,
  webhooksArrangement,
  webhooksSlice,
  webhooksView,
} from "./state/webhooks.ts";

function startWebhooks(app: App): WebhooksRunning {
  const stopped = new AbortController();
  const list = watchList(app);
  const activity = watchActivity(app);
  const activities = watchActivities(app);
  // The first frame does not wait for the file.
  app.services.events.ready.on(() => loadNames(app));
  const outdated = watchOutdatedUrls(app);
  const typedItem = watchTypedItem(app);
  const draft = watchDraft(app);
  const blankForm = watchBlankForm(app);
  const health = watchHealth(app);
  const stopTrigger = watchTriggerForm(app);
  const stopTest = watchTestForm(app);
  return {
    load: list.load,
    loadActivities: activities.load,
    loadActivity: activity.load,
    runChecks: health.runChecks,
    draft,
    fillIn: blankForm.fillIn,
    triggers: new AbortController(),
    stopped: stopped.signal,
    stop() {
      stopped.abort();
      for (const one of [list, activity, activities, outdated, typedItem, draft, blankForm, health])
        one.stop();
      stopTrigger();
      stopTest();
    },
  };
}

function load({ running }: WebhooksApp): void {
  running.load();
  running.loadActivities();
}

/** Screen of the hub's webhooks. */
export const webhooksScreen: AppScreen<WebhooksRunning> = {
  ...webhooksArrangement,
  places: webhookPlaces,
  slices: [
    webhooksSlice,
    webhookViewSlice,
    bulkSlice,
    webhookActivitySlice,
    webhookHealthSlice,
    activitySlice,
    hubSearchSlice,
  ],
  commands: [
    ...firstHealthCommands,
    ...webhookCommands,
    ...viewCommands,
    ...nameDialog.commands,
    ...laterEditorCommands,
    ...deleteDialog.commands,
    ...webhookFormDialog.commands,
    ...webhookChangeCommands,
    ...outdatedUrlsCommands,
    ...activityCommands,
    ...healthCommands,
  ],
  dialogs: [
    nameDialog.dialog,
    deleteDialog.dialog,
    webhookFormDialog.dialog,
    webhookChangeDialog,
    triggerDialog.dialog,
    triggerRunDialog,
    testDialog.dialog,
    testResultDialog,
    outdatedUrlsRecord,
    dispatchDialog,
    healthDialogRecord,
  ],
  scopes: [
    { scope: "webhooks", title: "Webhooks", outer: inScreen },
    {
      scope: "activity",
      title: "Webhook activity",
      outer: ["webhooks", ...inScreen],
      enteredBy: "webhooks.activity",
    },
    { scope: "webhook-filter", title: "Webhook filter", outer: inField, hasField: true },
  ],
  start: startWebhooks,
  shown: load,
  refresh: load,
  undo: {
    disabledReason: (state) =>
      bulkSlice.get(state).undoable.length === 0 ? "no webhook was changed in the last 10 seconds" : null,
    run: undoAct,
  },
  scope(state) {
    if (webhookViewSlice.get(state).editingFilter) return "webhook-filter";
    return webhooksArrangement.focusedPane(state) === "activity" ? "activity" : "webhooks";
  },
  focusPane: (id) => setWebhooks({ focus: webhookPanes.find((pane) => pane === id) ?? "list" }),
  listIn(state, id) {
    if (id === "facts") return null;
    return id === "activity" ? activityModel(state) : webhookList(state);
  },
  table: () => webhookTable,
  field(state) {
    const { editingFilter, filter } = webhookViewSlice.get(state);
    return editingFilter ? { field: filter, put: (changed) => setWebhookView({ filter: changed }) } : null;
  },
  click(state, id, { y }) {
    if (id === "activity") return clickActivity(state, y);
    if (id === "facts" || y < webhookHeadRows(state)) return [];
    const list = webhookList(state);
    return clickRow(
      list,
      keepInView(webhooksView(state), list.count, list.rows).top + y - webhookHeadRows(state),
    );
  },
  copyText(state) {
    const webhook = selectedWebhook(state);
    if (webhook !== null) return webhook.id;
    return webhooksSlice.get(state).loadedAtMs === null ? null : exampleRequest(state);
  },
  copyItems: webhookCopyItems,
  resized(state) {
    const list = webhookList(state);
    return [list.select(list.selected)];
  },
  nextTickMs(state, nowMs) {
    const expiresMs = Math.min(...bulkSlice.get(state).undoable.map(({ untilMs }) => untilMs));
    if (navSlice.get(state).screen !== webhooksArrangement.id) return expiresMs;
    const { nowMs: drawnMs } = windowSlice.get(state);
    const ages = shownMoments(state).map((atMs) => nextExactAge(atMs, drawnMs, nowMs));
    return Math.min(expiresMs, ...ages);
  },
  tick(state, nowMs) {
    const { undoable } = bulkSlice.get(state);
    return undoable.some(({ untilMs }) => untilMs <= nowMs) ? [undoExpired(nowMs)] : [];
  },
  badge(state) {
    const { items, loadedAtMs } = webhooksSlice.get(state);
    return loadedAtMs === null ? null : v`${count(items.length)}`;
  },
  shownError: loadError,
  status,
  pane: webhooksPane,
};

/** Returns the times whose ages the panes show. */
function shownMoments(state: AppState): readonly number[] {
  const list = webhookList(state);
  const { top } = keepInView(webhooksView(state), list.count, list.rows);
  const { nowMs: drawnMs } = windowSlice.get(state);
  const webhook = selectedWebhook(state);
  const { rows } = shownActivity(state);
  // An overdue attempt is shown as due now.
  const next = [
    webhook === null ? null : (activityOf(state, webhook.id)?.nextAttemptAt ?? null),
    ...(rows?.from === "hub" ? rows.dispatches.map(({ nextAttemptAt }) => nextAttemptAt) : []),
  ].filter((at) => at !== null && Date.parse(at) > drawnMs);
  const times = [
    ...next,
    ...listLines(state)
      .slice(top, top + list.rows)
      .map((one) => ("heading" in one ? null : (one.activity?.last?.at ?? null))),
  ];
  return times.filter((at) => at !== null).map((at) => Date.parse(at));
}

function status(state: AppState): readonly Span[] {
  const { items, busy } = webhooksSlice.get(state);
  const webhook = selectedWebhook(state);
  const doing = webhook === null ? undefined : busy[webhook.id];
  if (doing !== undefined) return [span(v` ⋯ ${doing} ${webhook?.id ?? ""}`, "muted")];
  if (items.length === 0) return [];
  const disabled = items.filter((one) => one.disabled).length;
  const off = disabled === 0 ? v`` : v` · ${count(disabled)} disabled`;
  return [span(v` ${plural(items.length, "webhook")}${off}`, "muted")];
}

/** Draws a pane of the Webhooks screen. */
function webhooksPane(state: AppState, id: string, size: Size, registry: Registry): PaneContent {
  if (id === "activity") return activityPane(state, size, registry);
  return id === "facts" ? factsPane(state, size, registry) : listPane(state, size, registry);
}

/** Lists the texts of the selected webhook. */
function webhookCopyItems(state: AppState): readonly CopyItem[] {
  const webhook = selectedWebhook(state);
  if (webhook === null) return [];
  const { id, url, watched } = webhook;
  return [
    { label: "webhook ID", text: id },
    ...(url === null ? [] : [{ label: "URL", text: url }]),
    { label: "watched items", text: watched.map(formatWatchedItem).join("\n") },
    { label: "JSON", text: JSON.stringify(webhookJson(webhook, false), null, 2) },
  ];
}

/** Returns the webhooks whose name, ID or target contains a query. */
function webhookPlaces(state: AppState, query: string): readonly Place[] {
  const { items } = webhooksSlice.get(state);
  return namedPlaces(items, query, (webhook) => {
    const { id, url } = webhook;
    const target = url ?? "Job";
    const name = webhookName(state, id);
    return {
      title: name ?? target,
      note: name === null ? id : target,
      command: "webhooks.show",
      argument: id,
    };
  });
}
