import { plural } from "../../../text/numbers.ts";
import type { Command, CommandContext } from "../../../tui/commands/command.ts";
import { internal } from "../../../tui/commands/command.ts";
import { confirm } from "../../../tui/dialogs/confirm.ts";
import { closeDialog, closeDialogs } from "../../../tui/state/nav.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import { needsReceiver, sessionSlice } from "../../session.ts";
import type { DeliveriesEffects } from "../start.ts";
import type { ForwardEffects } from "./forward-effects.ts";
import { type Extent, extentText, forwardsKind, selectedCommand } from "./forwards-menu.ts";

/** Command that opens the menu. */
export const forwardsCommand: Command<DeliveriesEffects> = {
  id: "deliveries.forwards",
  scope: "deliveries",
  keys: ["F"],
  title: "Hold, retry or drop forwards",
  run: ({ effects }) => effects.openForwards(),
};

const isHeld = (state: AppState): boolean => sessionSlice.get(state).receiver.forwardsHeld;

function needsWaiting(extent: Extent) {
  return (state: AppState): string | null =>
    needsReceiver(state) ??
    (forwardsKind.find(state)?.waiting[extent] === 0 ? "none of them waits for its forward" : null);
}

function needsRunning(extent: Extent) {
  return (state: AppState): string | null =>
    isHeld(state) ? "forwards are held" : needsWaiting(extent)(state);
}

function retryCommand(id: string, key: string, title: string, extent: Extent): Command<ForwardEffects> {
  return {
    id,
    scope: "forwards",
    keys: [key],
    title,
    disabledReason: needsRunning(extent),
    run({ store, effects }) {
      store.dispatch(closeDialogs("forwards"));
      return effects.retryForwards(extent);
    },
  };
}

function dropCommand(id: string, key: string, title: string, extent: Extent): Command<ForwardEffects> {
  return {
    id,
    scope: "forwards",
    keys: [key],
    title,
    disabledReason: needsWaiting(extent),
    run: (context) => askToDrop(context, extent),
  };
}

function askToDrop(context: CommandContext, extent: Extent): void {
  const state = context.store.get();
  const waiting = forwardsKind.find(state)?.waiting[extent] ?? null;
  context.store.dispatch(closeDialogs("forwards"));
  const some = waiting === null ? "what waits" : plural(waiting, "waiting forward");
  const they = waiting === 1 ? "It stays in the log as failed" : "They stay in the log as failed";
  confirm(context, "dropForwards", {
    title: `Drop ${some} of ${extentText(state, extent)}?`,
    lines: [`${they}, and can be replayed.`],
    verb: "drop",
    command: "forwards.drop-confirmed",
    argument: extent,
  });
}

function showCommand(id: string, key: string, title: string, filter: string): Command<ForwardEffects> {
  return {
    id,
    scope: "forwards",
    keys: [key],
    title,
    run({ store, run }) {
      store.dispatch(closeDialogs("forwards"));
      run("deliveries.show-matching", filter);
    },
  };
}

/** Commands of the menu, in its order. */
export const forwardsCommands: readonly Command<ForwardEffects>[] = [
  {
    id: "forwards.hold",
    scope: "forwards",
    keys: ["h"],
    title: "Hold or resume all forwards",
    disabledReason: needsReceiver,
    run({ store, effects }) {
      store.dispatch(closeDialogs("forwards"));
      return effects.holdForwards(!isHeld(store.get()));
    },
  },
  retryCommand("forwards.retry", "r", "Retry chosen forwards now", "chosen"),
  retryCommand("forwards.retry-matching", "R", "Retry all matching forwards now", "matching"),
  dropCommand("forwards.drop", "d", "Drop chosen forwards", "chosen"),
  dropCommand("forwards.drop-matching", "D", "Drop all matching forwards", "matching"),
  showCommand("forwards.show-waiting", "w", "Show waiting forwards", "is:waiting"),
  showCommand("forwards.show-dead", "x", "Show forwards given up", "is:dead"),
  {
    id: "forwards.target",
    scope: "forwards",
    keys: ["t"],
    title: "Change the forward target",
    disabledReason: needsReceiver,
    run({ store, run }) {
      store.dispatch(closeDialogs("forwards"));
      run("forward.ask");
    },
  },
  {
    id: "forwards.run",
    scope: "forwards",
    keys: ["enter"],
    title: "Run the selected command",
    footerLabel: "run",
    run({ store, registry, run }) {
      const menu = forwardsKind.find(store.get());
      const command = menu === null ? undefined : selectedCommand(registry, menu);
      if (command !== undefined) run(command.id);
    },
  },
  {
    id: "forwards.close",
    scope: "forwards",
    keys: ["esc", "q"],
    title: "Close the menu",
    footerLabel: "close",
    run: ({ store }) => store.dispatch(closeDialog()),
  },
  {
    id: "forwards.drop-confirmed",
    scope: internal,
    keys: [],
    title: "Drop waiting forwards",
    run: ({ effects }, extent) => effects.dropForwards(extent === "matching" ? "matching" : "chosen"),
  },
];
