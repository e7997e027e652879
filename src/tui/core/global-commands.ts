import { zoneName } from "../../text/clock-time.ts";
import { confirm } from "../dialogs/confirm.ts";
import { openHelp } from "../dialogs/help.ts";
import { openPalette } from "../dialogs/palette.ts";
import { shownScreen } from "../focus.ts";
import { act } from "../records/acts.ts";
import { type Command, internal } from "../records/command.ts";
import type { Registry, Tab } from "../records/registry.ts";
import type { Feature } from "../records/screen.ts";
import { showMessage } from "../state/messages.ts";
import { closeDialogs, navSlice, showScreen } from "../state/nav.ts";
import { preferencesSlice, zoneSwitched } from "../state/preferences.ts";
import type { AppState } from "../state/slice.ts";
import { setWindow, windowSlice } from "../state/window.ts";

/** Creates the commands that work on every screen. */
export function globalCommands(tabs: readonly Tab[]): readonly Command[] {
  return [
    ...tabs.map(({ id, key, title }): Command => ({
      id: `screen.${id}`,
      scope: "screens",
      acts: ["nth"],
      keys: [key],
      title: `Show ${title}`,
      run({ store, registry, of }) {
        for (const { kind } of navSlice.get(store.get()).dialogs) store.dispatch(closeDialogs(kind));
        const screen = shownScreen(registry, store.get());
        // The key of the visible screen loads it again.
        if (screen.id === id) screen.shown?.(of(screen));
        else store.dispatch(showScreen(id));
      },
    })),
    {
      id: "palette.open",
      scope: "global",
      ...act("find"),
      title: "Find a command or row",
      run({ store, registry, of }) {
        for (const screen of registry.screens) screen.loadPlaces?.(of(screen));
        store.dispatch(openPalette());
      },
    },
    {
      id: "help.open",
      scope: "global",
      ...act("help"),
      title: "Show the keys",
      footerLabel: "help",
      run: ({ store }) => store.dispatch(openHelp()),
    },
    {
      id: "app.refresh",
      scope: "global",
      ...act("refresh"),
      title: "Refresh everything",
      run({ registry, of }) {
        for (const feature of registry.features) feature.refresh?.(of(feature));
      },
    },
    {
      id: "app.undo",
      scope: "global",
      ...act("undo"),
      title: "Undo the last change",
      disabledReason(state, registry) {
        const [first, ...others] = undoable(state, registry).map(({ undo }) => undo?.disabledReason(state));
        return [first, ...others].includes(null) ? null : (first ?? "there is nothing to undo");
      },
      run({ store, registry, of }) {
        const state = store.get();
        const feature = undoable(state, registry).find(({ undo }) => undo?.disabledReason(state) === null);
        return feature?.undo?.run(of(feature));
      },
    },
    {
      id: "app.mouse",
      scope: "global",
      ...act("moreMouse"),
      title: "Toggle mouse support",
      run({ store, terminal }) {
        const mouse = !windowSlice.get(store.get()).mouse;
        terminal.mouse(mouse);
        store.dispatch(setWindow({ mouse }));
        showMessage(store, "ok", mouse ? "Mouse on" : "Mouse off: select text with the terminal");
      },
    },
    {
      id: "app.zone",
      scope: "global",
      ...act("moreZone"),
      title: "Toggle local time and UTC",
      disabledReason(state) {
        const { zone, otherZone } = preferencesSlice.get(state);
        const { nowMs } = windowSlice.get(state);
        return zoneName(nowMs, zone) === zoneName(nowMs, otherZone) ? "the local time is UTC" : null;
      },
      run: ({ store }) => store.dispatch(zoneSwitched()),
    },
    {
      id: "app.quit",
      scope: "global",
      ...act("leave"),
      title: "Quit",
      run(context) {
        const { store, registry } = context;
        const command = "app.quit-confirmed";
        const question = registry.features
          .map((feature) => feature.unsaved?.(store.get(), command) ?? null)
          .find((action) => action !== null);
        if (question !== undefined) store.dispatch(question);
        else {
          confirm(context, "quit", {
            title: "Quit hooklens?",
            lines: ["Deliveries are received only while the app or hooklens receive runs."],
            verb: "quit",
            command,
          });
        }
      },
    },
    {
      id: "app.quit-confirmed",
      scope: internal,
      keys: [],
      title: "Quit",
      run: ({ terminal }) => terminal.quit(0),
    },
  ];
}

/** Returns the features with an undo, the visible screen first. */
function undoable(state: AppState, registry: Registry): readonly Feature[] {
  const shown = shownScreen(registry, state);
  return [shown, ...registry.features.filter((feature) => feature !== shown)].filter(
    ({ undo }) => undo !== undefined,
  );
}

/** Commands available everywhere, including in dialogs and text fields. */
export const alwaysCommands: readonly Command[] = [
  {
    id: "app.interrupt",
    scope: "always",
    ...act("interrupt"),
    title: "Quit immediately",
    run: ({ terminal }) => terminal.quit(130),
  },
  {
    id: "app.suspend",
    scope: "always",
    ...act("suspend"),
    title: "Suspend to the shell",
    run: ({ terminal }) => terminal.suspend(),
  },
  {
    id: "app.redraw",
    scope: "always",
    ...act("redraw"),
    title: "Redraw the screen",
    run: ({ terminal }) => terminal.redraw(),
  },
];
