import type { Selection } from "../../../store/selection.ts";
import { plural } from "../../../text/numbers.ts";
import { confirm } from "../../../tui/dialogs/confirm.ts";
import { act } from "../../../tui/records/acts.ts";
import { internal } from "../../../tui/records/command.ts";
import { showMessage } from "../../../tui/state/messages.ts";
import { closeDialog, closeDialogs } from "../../../tui/state/nav.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import { type App, type Command, receiverNow } from "../../app.ts";
import { needsReceiver, sessionSlice } from "../../connection-state.ts";
import type { DeliveriesApp, DeliveriesCommand } from "../running.ts";
import { deliveriesSlice } from "../state/deliveries.ts";
import { actedOn } from "../state/marks.ts";
import { type Extent, extentText, forwardsKind, forwardsMenu, selectedCommand } from "./forwards-menu.ts";
import { countWaiting, eachWaiting } from "./waiting-forwards.ts";

/** Opens the menu of forwards, and counts the waiting ones. */
async function openForwards(app: App): Promise<void> {
  app.store.dispatch(forwardsKind.open(forwardsMenu));
  await Promise.all([countIn(app, "chosen"), countIn(app, "matching")]);
}

async function countIn({ store, services }: App, extent: Extent): Promise<void> {
  const selection = selectionOf(store.get(), extent);
  if (selection === null) return;
  const counted = await countWaiting(services.reader, selection);
  forwardsKind.change(store, (menu) => ({ ...menu, waiting: { ...menu.waiting, [extent]: counted } }));
}

async function holdForwards({ store, services }: App, held: boolean): Promise<void> {
  await receiverNow(services).holdForward(held);
  showMessage(store, "ok", held ? "Forwards are held; deliveries wait" : "Forwards are resumed");
}

/** Sends what waits now. */
async function retryForwards(app: App, extent: Extent): Promise<void> {
  const receiver = receiverNow(app.services);
  tell(app, await changeWaiting(app, extent, (seqs) => receiver.retryForwards(seqs)), "Sending");
}

/** Gives up what waits. */
async function dropForwards(app: DeliveriesApp, extent: Extent): Promise<void> {
  const receiver = receiverNow(app.services);
  const dropped = await changeWaiting(app, extent, (seqs) => receiver.dropForwards(seqs));
  if (dropped > 0) app.running.reloadMatches();
  tell(app, dropped, "Dropped");
}

/** Changes the waiting forwards of an extent. Returns the number of changed deliveries. */
async function changeWaiting(
  { store, services }: App,
  extent: Extent,
  change: (seqs: readonly number[] | null) => Promise<number>,
): Promise<number> {
  const { filter } = deliveriesSlice.get(store.get());
  if (extent === "matching" && filter.terms.length === 0) return change(null);
  const selection = selectionOf(store.get(), extent);
  return selection === null ? 0 : eachWaiting(services.reader, selection, change);
}

function tell({ store }: App, changed: number, done: string): void {
  if (changed === 0) showMessage(store, "warn", "None of these deliveries waits for its forward.");
  else showMessage(store, "ok", `${done} ${plural(changed, "waiting forward")}`);
}

function selectionOf(state: AppState, extent: Extent): Selection | null {
  if (extent === "chosen") return actedOn(state);
  const { filter, lastSeq } = deliveriesSlice.get(state);
  return { filter, untilSeq: lastSeq };
}

/** Command that opens the menu. */
export const forwardsCommand: Command = {
  id: "deliveries.forwards",
  scope: "deliveries",
  ...act("moreForwards"),
  title: "Hold, retry or drop forwards",
  run: openForwards,
};

const isHeld = (state: AppState): boolean => sessionSlice.get(state).receiver.forwardsHeld;

function requireWaiting(extent: Extent) {
  return (state: AppState): string | null =>
    needsReceiver(state) ??
    (forwardsKind.find(state)?.waiting[extent] === 0 ? "none of them waits for its forward" : null);
}

function requireRunning(extent: Extent) {
  return (state: AppState): string | null =>
    isHeld(state) ? "forwards are held" : requireWaiting(extent)(state);
}

function retryCommand(id: string, title: string, extent: Extent): Command {
  return {
    id,
    scope: "forwards",
    keys: [],
    title,
    disabledReason: requireRunning(extent),
    run(app) {
      app.store.dispatch(closeDialogs("forwards"));
      return retryForwards(app, extent);
    },
  };
}

function dropCommand(id: string, title: string, extent: Extent): Command {
  return {
    id,
    scope: "forwards",
    keys: [],
    title,
    disabledReason: requireWaiting(extent),
    run: (app) => askToDrop(app, extent),
  };
}

function askToDrop(app: App, extent: Extent): void {
  const state = app.store.get();
  const waiting = forwardsKind.find(state)?.waiting[extent] ?? null;
  app.store.dispatch(closeDialogs("forwards"));
  const some = waiting === null ? "waiting forwards" : plural(waiting, "waiting forward");
  const they = waiting === 1 ? "It stays in the log as failed" : "They stay in the log as failed";
  confirm(app, "dropForwards", {
    title: `Drop ${some} of ${extentText(state, extent)}?`,
    lines: [`${they}, and can be replayed.`],
    verb: "drop",
    command: "forwards.drop-confirmed",
    argument: extent,
  });
}

function showCommand(id: string, title: string, filter: string): Command {
  return {
    id,
    scope: "forwards",
    keys: [],
    title,
    run({ store, run }) {
      store.dispatch(closeDialogs("forwards"));
      run("deliveries.show-matching", filter);
    },
  };
}

/** Commands of the menu, in its order. */
export const forwardsCommands: readonly DeliveriesCommand[] = [
  {
    id: "forwards.hold",
    scope: "forwards",
    keys: [],
    title: "Hold or resume all forwards",
    disabledReason: needsReceiver,
    run(app) {
      app.store.dispatch(closeDialogs("forwards"));
      return holdForwards(app, !isHeld(app.store.get()));
    },
  },
  retryCommand("forwards.retry", "Retry chosen forwards now", "chosen"),
  retryCommand("forwards.retry-matching", "Retry all matching forwards now", "matching"),
  dropCommand("forwards.drop", "Drop chosen forwards", "chosen"),
  dropCommand("forwards.drop-matching", "Drop all matching forwards", "matching"),
  showCommand("forwards.show-waiting", "Show waiting forwards", "is:waiting"),
  showCommand("forwards.show-dead", "Show forwards given up", "is:dead"),
  {
    id: "forwards.target",
    scope: "forwards",
    keys: [],
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
    ...act("open"),
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
    ...act("back"),
    title: "Close the menu",
    footerLabel: "close",
    run: ({ store }) => store.dispatch(closeDialog()),
  },
  {
    id: "forwards.drop-confirmed",
    scope: internal,
    keys: [],
    title: "Drop waiting forwards",
    run: (app, extent) => dropForwards(app, extent === "matching" ? "matching" : "chosen"),
  },
];
