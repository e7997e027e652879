import type { Command } from "../../../tui/commands/command.ts";
import { keyOf } from "../../../tui/frame/key-label.ts";
import type { Registry } from "../../../tui/registry.ts";
import { closeDialog, showScreen } from "../../../tui/state/nav.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import { selectedWebhook, setWebhooks } from "../../webhooks-state.ts";
import { activitySlice, currentDispatch, selectedLogged, shownActivity } from "./activity.ts";
import type { ActivityEffects } from "./effects.ts";

const isLog = (state: AppState) => shownActivity(state).rows?.from === "log";
const noDispatch = "there are no dispatches yet";
const needsDispatch = (state: AppState, registry: Registry) => {
  if (isLog(state)) {
    const key = keyOf(registry, "deliveries.replay");
    return `only a local hub replays dispatches; ${key} on Deliveries replays a delivery`;
  }
  if (activitySlice.get(state).replaying !== null) return "a replay is in progress";
  return currentDispatch(state) === null ? noDispatch : null;
};

/** Commands of the activity and of an open dispatch. */
export const activityCommands: readonly Command<ActivityEffects>[] = [
  {
    id: "webhooks.activity",
    scope: "webhooks",
    keys: ["a"],
    title: "Focus the webhook's activity",
    footerLabel: "activity",
    disabledReason: (state) => (selectedWebhook(state) === null ? "no webhook is selected" : null),
    run: ({ store }) => store.dispatch(setWebhooks({ focus: "activity" })),
  },
  {
    id: "activity.open",
    scope: "activity",
    keys: ["enter"],
    title: "Show the dispatch's attempts",
    footerLabel: (state) => (isLog(state) ? "delivery" : "attempts"),
    disabledReason: (state) => {
      if (isLog(state)) return selectedLogged(state) === null ? "no delivery was received yet" : null;
      return currentDispatch(state) === null ? noDispatch : null;
    },
    run({ store, effects, run }) {
      const delivery = selectedLogged(store.get());
      if (delivery === null) effects.openDispatch();
      else {
        store.dispatch(showScreen("deliveries"));
        run("deliveries.show", String(delivery.seq));
      }
    },
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
