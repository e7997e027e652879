import type { AppState } from "../slice.ts";
import { jobsSlice } from "../state/jobs-state.ts";
import { messagesSlice } from "../state/messages.ts";
import { openOverlay, navSlice, type ScreenName, showScreen } from "../state/overlays.ts";
import { lastFix, policiesSlice } from "../state/policies-state.ts";
import { webhooksSlice } from "../state/webhooks-state.ts";
import { windowSlice, setWindow } from "../state/window.ts";
import { textField } from "../text-field.ts";
import type { Command } from "./command.ts";

const screens: readonly { readonly name: ScreenName; readonly key: string; readonly title: string }[] = [
  { name: "webhooks", key: "1", title: "Webhooks" },
  { name: "deliveries", key: "2", title: "Deliveries" },
  { name: "policies", key: "3", title: "Policies" },
  { name: "jobs", key: "4", title: "Jobs" },
];

const canUndoFix = (state: AppState) =>
  navSlice.get(state).screen === "policies" && lastFix(policiesSlice.get(state)) !== null;

const top = { selected: 0, top: 0 };

/** Commands that work on every screen. */
export const globalCommands: readonly Command[] = [
  ...screens.map(({ name, key, title }): Command => ({
    id: `screen.${name}`,
    scope: "global",
    keys: [key],
    title: `Show ${title}`,
    run({ store, webhooks }) {
      store.dispatch(showScreen(name));
      if (name === "webhooks") webhooks.load();
    },
  })),
  {
    id: "palette.open",
    scope: "global",
    keys: [":", "ctrl+p"],
    title: "Find a command",
    run: ({ store }) => store.dispatch(openOverlay({ kind: "palette", query: textField(), view: top })),
  },
  {
    id: "help.open",
    scope: "global",
    keys: ["?", "f1"],
    title: "Show all keys",
    footerLabel: "help",
    run: ({ store }) => store.dispatch(openOverlay({ kind: "help", view: top })),
  },
  {
    id: "messages.open",
    scope: "global",
    keys: [],
    title: "Show message history",
    disabledReason: (state) =>
      messagesSlice.get(state).history.length === 0 ? "there are no messages yet" : null,
    run: ({ store }) => store.dispatch(openOverlay({ kind: "messages", view: top })),
  },
  {
    id: "app.refresh",
    scope: "global",
    keys: ["r"],
    title: "Refresh everything",
    run({ store, webhooks, deliveries, jobs, policies }) {
      webhooks.load();
      policies.reread();
      deliveries.refresh();
      jobs.load();
      const { log } = jobsSlice.get(store.get());
      if (log !== null) jobs.openLog(log.id);
    },
  },
  {
    id: "app.undo",
    scope: "global",
    keys: ["u"],
    title: "Undo the last change",
    disabledReason(state) {
      if (canUndoFix(state)) return null;
      if (webhooksSlice.get(state).deleted !== null) return null;
      return navSlice.get(state).screen === "policies"
        ? "there is no fix to undo"
        : "nothing was deleted in the last 10 seconds";
    },
    run: ({ store, webhooks, policies }) =>
      canUndoFix(store.get()) ? policies.undoFix() : webhooks.undoRemove(),
  },
  {
    id: "app.mouse",
    scope: "global",
    keys: ["m"],
    title: "Toggle mouse support",
    run({ store, terminal }) {
      const mouse = !windowSlice.get(store.get()).mouse;
      terminal.mouse(mouse);
      store.dispatch(setWindow({ mouse }));
    },
  },
  {
    id: "app.quit",
    scope: "global",
    keys: ["q"],
    title: "Quit",
    run: ({ terminal }) => terminal.quit(0),
  },
];
