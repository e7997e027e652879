import type { App } from "../app.ts";
import { currentDispatch } from "../overlays/activity.ts";
import type { AppState } from "../slice.ts";
import { closeOverlays, closeOverlay, findOverlay, showScreen } from "../state/overlays.ts";
import { textField } from "../text-field.ts";
import type { Command } from "./command.ts";

const isLog = (state: AppState) => findOverlay(state, "activity")?.rows?.from === "log";
const needsDispatch = (state: AppState) => {
  if (isLog(state)) return "only a local hub replays dispatches; R on Deliveries replays a delivery";
  if (findOverlay(state, "activity")?.replaying !== null) return "a replay is in progress";
  return currentDispatch(state) === null ? "there are no dispatches yet" : null;
};

/** Closes the activity and shows the webhook's deliveries on the Deliveries screen. */
function showDeliveries({ store, deliveries }: App): void {
  const list = findOverlay(store.get(), "activity");
  if (list === null) return;
  store.dispatch(closeOverlays("activity"));
  store.dispatch(showScreen("deliveries"));
  deliveries.setFilter(textField(`webhook:"${list.webhookId}"`));
}

/** Commands of the activity list and of the dispatch in it. */
export const activityCommands: readonly Command[] = [
  {
    id: "activity.open",
    scope: "activity",
    keys: ["enter"],
    title: "Show the dispatch's attempts",
    footerLabel: (state) => (isLog(state) ? "deliveries" : "attempts"),
    disabledReason: (state) =>
      isLog(state) || currentDispatch(state) !== null ? null : "there are no dispatches yet",
    run: (app) => (isLog(app.store.get()) ? showDeliveries(app) : app.activity.openDispatch()),
  },
  {
    id: "activity.replay",
    scope: "activity",
    keys: ["R"],
    title: "Replay the selected dispatch",
    footerLabel: "replay",
    disabledReason: needsDispatch,
    run: ({ activity }) => activity.replay(),
  },
  {
    id: "activity.close",
    scope: "activity",
    keys: ["esc", "q"],
    title: "Close the activity",
    footerLabel: "close",
    run: ({ store }) => store.dispatch(closeOverlay()),
  },
  {
    id: "dispatch.replay",
    scope: "dispatch",
    keys: ["R"],
    title: "Replay this dispatch",
    footerLabel: "replay",
    disabledReason: needsDispatch,
    run: ({ activity }) => activity.replay(),
  },
  {
    id: "dispatch.close",
    scope: "dispatch",
    keys: ["esc", "q"],
    title: "Return to the activity",
    footerLabel: "back",
    run: ({ store }) => store.dispatch(closeOverlay()),
  },
];
