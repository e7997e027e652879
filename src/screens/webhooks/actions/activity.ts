import type { LastRun } from "../../../model/webhook-activity.ts";
import { confirm } from "../../../tui/dialogs/confirm.ts";
import { keyOf } from "../../../tui/frame/key-label.ts";
import { act } from "../../../tui/records/acts.ts";
import { internal } from "../../../tui/records/command.ts";
import type { Registry } from "../../../tui/records/registry.ts";
import { closeDialog, closeDialogs, showScreen } from "../../../tui/state/nav.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import type { App } from "../../app.ts";
import { sessionSlice } from "../../connection-state.ts";
import type { WebhooksApp, WebhooksCommand } from "../running.ts";
import { activityOf } from "../state/activity.ts";
import { dispatchKind } from "../state/dispatch-page.ts";
import { activitySlice, currentDispatch, selectedLogged, shownActivity } from "../state/shown-activity.ts";
import { selectedWebhook, setWebhooks, requireWebhook, webhooksSlice } from "../state/webhooks.ts";
import {
  dropDispatch,
  holdDispatches,
  isWaiting,
  openDispatch,
  sendDispatch,
  sendWaiting,
} from "./dispatches.ts";

const isLog = (state: AppState) => shownActivity(state).rows?.from === "log";
const noDispatch = "there are no dispatches yet";

const requireDispatch = (state: AppState, registry: Registry) => {
  if (isLog(state)) {
    const key = keyOf(registry, "deliveries.replay");
    return `only a local hub replays dispatches; ${key} on Deliveries replays a delivery`;
  }
  if (activitySlice.get(state).sending !== null) return "a dispatch is being sent";
  const dispatch = currentDispatch(state);
  if (dispatch === null) return noDispatch;
  return dispatch.state === "sending" ? "this dispatch is being sent" : null;
};

const requireWaiting = (state: AppState) => {
  if (isLog(state)) return "only a local hub drops dispatches";
  const dispatch = currentDispatch(state);
  if (dispatch === null) return noDispatch;
  return isWaiting(dispatch) || dispatch.state === "held" ? null : "this dispatch does not wait";
};

const requireWaitingOnes = (state: AppState) => {
  if (isLog(state)) return "only a local hub sends dispatches";
  const webhook = selectedWebhook(state);
  if (webhook?.held === true) return "the dispatches of this webhook are held";
  // The counts of the webhook arrive later than the listed dispatches, possibly only the newest.
  const { rows } = shownActivity(state);
  const isShown = rows?.from === "hub" && rows.dispatches.some(isWaiting);
  const isWhole = rows?.from === "hub" && !rows.more;
  const counted = webhook === null ? 0 : (activityOf(state, webhook.id)?.waiting ?? 0);
  return isShown || (!isWhole && counted > 0) ? null : "no dispatch of this webhook waits";
};

const sendLabel = (state: AppState) => {
  const dispatch = currentDispatch(state);
  if (dispatch?.state === "held") return "send this one";
  return dispatch !== null && isWaiting(dispatch) ? "send now" : "replay";
};

/** Opens the attempts of the selected dispatch, or the selected delivery of a log. */
function openSelected(app: WebhooksApp): void {
  const delivery = selectedLogged(app.store.get());
  if (delivery === null) {
    openDispatch(app);
    return;
  }
  app.store.dispatch(showScreen("deliveries"));
  app.run("deliveries.show", String(delivery.seq));
}

function askToDrop(app: App): void {
  const dispatch = currentDispatch(app.store.get());
  if (dispatch === null) return;
  const { id, event, repo } = dispatch;
  confirm(app, "dropDispatch", {
    title: `Drop dispatch ${id}?`,
    lines: [
      `${event.scope} ${event.action} of ${repo.type}:${repo.name} is not sent.`,
      "It stays in the activity as given up, and can be replayed.",
    ],
    verb: "drop",
    command: "activity.drop-confirmed",
    argument: String(id),
  });
}

/** Returns the run that the dispatch started; outside the activity, the last run of the webhook. */
function selectedRun(state: AppState): LastRun | null {
  const isActivity = webhooksSlice.get(state).focus === "activity";
  if (isActivity || dispatchKind.find(state) !== null) return currentDispatch(state)?.run ?? null;
  const webhook = selectedWebhook(state);
  if (webhook === null) return null;
  // The activity of the webhook arrives later than the listed dispatches.
  const { rows } = shownActivity(state);
  const listed = rows?.from === "hub" ? rows.dispatches.find(({ run }) => run !== null) : undefined;
  return listed?.run ?? activityOf(state, webhook.id)?.run ?? null;
}

const requireRun = (state: AppState) => (selectedRun(state) === null ? "there is no run of a Job" : null);

/** Opens the output of the selected run. */
function openRun(app: App): void {
  const run = selectedRun(app.store.get());
  app.store.dispatch(closeDialogs("dispatch"));
  if (run !== null) app.run("jobs.show-output", run.id);
}

/** Commands of the activity and of an open dispatch. */
export const activityCommands: readonly WebhooksCommand[] = [
  {
    id: "webhooks.activity",
    scope: "webhooks",
    ...act("goActivity"),
    title: "Focus the webhook's activity",
    footerLabel: "activity",
    disabledReason: (state) => (selectedWebhook(state) === null ? "no webhook is selected" : null),
    run: ({ store }) => store.dispatch(setWebhooks({ focus: "activity" })),
  },
  {
    id: "webhooks.run",
    scope: "webhooks",
    ...act("goOrigin"),
    title: "Open the run's output",
    disabledReason: requireRun,
    run: openRun,
  },
  {
    id: "activity.open",
    scope: "activity",
    ...act("open"),
    title: "Show the dispatch's attempts",
    footerLabel: (state) => (isLog(state) ? "delivery" : "attempts"),
    disabledReason: (state) => {
      if (isLog(state)) return selectedLogged(state) === null ? "no delivery was received yet" : null;
      return currentDispatch(state) === null ? noDispatch : null;
    },
    run: openSelected,
  },
  {
    id: "activity.replay",
    scope: "activity",
    ...act("again"),
    title: "Send or replay the dispatch",
    footerLabel: sendLabel,
    disabledReason: requireDispatch,
    run: sendDispatch,
  },
  {
    id: "activity.send-waiting",
    scope: "activity",
    ...act("moreAgain"),
    title: "Send all waiting dispatches now",
    footerLabel: "send waiting",
    disabledReason: requireWaitingOnes,
    run: sendWaiting,
  },
  {
    id: "activity.hold",
    scope: "activity",
    ...act("pause"),
    title: "Hold or release dispatches",
    footerLabel: (state) => (selectedWebhook(state)?.held === true ? "release" : "hold"),
    disabledReason: (state) =>
      sessionSlice.get(state).hub.local ? requireWebhook(state) : "only a local hub holds dispatches",
    run: holdDispatches,
  },
  {
    id: "activity.drop",
    scope: "activity",
    ...act("delete"),
    title: "Drop the waiting dispatch",
    footerLabel: "drop",
    disabledReason: requireWaiting,
    run: askToDrop,
  },
  {
    id: "activity.drop-confirmed",
    scope: internal,
    keys: [],
    title: "Drop a dispatch",
    run: dropDispatch,
  },
  {
    id: "dispatch.replay",
    scope: "dispatch",
    ...act("again"),
    title: "Send or replay this dispatch",
    footerLabel: sendLabel,
    disabledReason: requireDispatch,
    run: sendDispatch,
  },
  {
    id: "dispatch.run",
    scope: "dispatch",
    ...act("goOrigin"),
    title: "Open the run's output",
    disabledReason: requireRun,
    run: openRun,
  },
  {
    id: "dispatch.close",
    scope: "dispatch",
    ...act("back", "leave"),
    title: "Return to the activity",
    footerLabel: "back",
    run: ({ store }) => store.dispatch(closeDialog()),
  },
];
