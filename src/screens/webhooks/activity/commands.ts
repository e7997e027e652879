import type { CommandContext, Command } from "../../../tui/commands/command.ts";
import { keyOf } from "../../../tui/frame/key-label.ts";
import type { Registry } from "../../../tui/registry.ts";
import { closeDialogs, closeDialog } from "../../../tui/state/nav.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import { currentDispatch, activityKind } from "./activity.ts";
import type { ActivityEffects } from "./effects.ts";

const isLog = (state: AppState) => activityKind.find(state)?.rows?.from === "log";
const needsDispatch = (state: AppState, registry: Registry) => {
  if (isLog(state)) {
    const key = keyOf(registry, "deliveries.replay");
    return `only a local hub replays dispatches; ${key} on Deliveries replays a delivery`;
  }
  if ((activityKind.find(state)?.replaying ?? null) !== null) return "a replay is in progress";
  return currentDispatch(state) === null ? "there are no dispatches yet" : null;
};

/** Closes the activity and shows the webhook's deliveries on the Deliveries screen. */
function showDeliveries({ store, run }: CommandContext): void {
  const list = activityKind.find(store.get());
  if (list === null) return;
  store.dispatch(closeDialogs("activity"));
  run("deliveries.show-matching", `webhook:"${list.webhookId}"`);
}

/** Commands of the activity and of an open dispatch. */
export const activityCommands: readonly Command<ActivityEffects>[] = [
  {
    id: "activity.open",
    scope: "activity",
    keys: ["enter"],
    title: "Show the dispatch's attempts",
    footerLabel: (state) => (isLog(state) ? "deliveries" : "attempts"),
    disabledReason: (state) =>
      isLog(state) || currentDispatch(state) !== null ? null : "there are no dispatches yet",
    run: (context) => (isLog(context.store.get()) ? showDeliveries(context) : context.effects.openDispatch()),
  },
  {
    id: "activity.replay",
    scope: "activity",
    keys: ["R"],
    title: "Replay the selected dispatch",
    footerLabel: "replay",
    disabledReason: needsDispatch,
    run: ({ effects }) => effects.replayDispatch(),
  },
  {
    id: "activity.close",
    scope: "activity",
    keys: ["esc", "q"],
    title: "Close the activity",
    footerLabel: "close",
    run: ({ store }) => store.dispatch(closeDialog()),
  },
  {
    id: "dispatch.replay",
    scope: "dispatch",
    keys: ["R"],
    title: "Replay this dispatch",
    footerLabel: "replay",
    disabledReason: needsDispatch,
    run: ({ effects }) => effects.replayDispatch(),
  },
  {
    id: "dispatch.close",
    scope: "dispatch",
    keys: ["esc", "q"],
    title: "Return to the activity",
    footerLabel: "back",
    run: ({ store }) => store.dispatch(closeDialog()),
  },
];
