import { leftOutText } from "../../../engine/replay-seqs.ts";
import { plural } from "../../../text/numbers.ts";
import { confirm } from "../../../tui/dialogs/confirm.ts";
import { internal } from "../../../tui/records/command.ts";
import type { DeliveriesApp, DeliveriesCommand } from "../running.ts";
import { type BulkExport, type BulkReplay, workAsked, workSlice } from "../state/work.ts";

/** Minimum number of deliveries of a replay that asks first. */
const askFrom = 20;

/** Starts a replay; asks first for many deliveries. */
export function startReplay({ store, run, running }: DeliveriesApp, replay: BulkReplay): void {
  const { total, leftOut, to } = replay;
  if (total < askFrom) {
    running.startWork(replay);
    return;
  }
  const left = leftOutText(leftOut);
  store.dispatch(workAsked(replay));
  confirm({ store, run }, "replay", {
    title: `Replay ${plural(total, "delivery", "deliveries")}?`,
    lines: [
      `They are sent ${to === null ? "through their routes" : `to ${to}`}, oldest first.`,
      ...(left === "" ? [] : [`${left}.`]),
      "You can cancel it; sent deliveries stay sent.",
    ],
    verb: "replay",
    command: "deliveries.start-asked",
  });
}

/** Asks before an export replaces its target. */
export function askToReplace({ store, run }: DeliveriesApp, work: BulkExport): void {
  store.dispatch(workAsked({ ...work, force: true }));
  confirm({ store, run }, "overwrite", {
    title: `Replace ${work.path}?`,
    lines: [work.as === "curl" ? "The directory is not empty." : "The file exists."],
    verb: "replace",
    command: "deliveries.start-asked",
  });
}

/** Command that runs when work was confirmed. */
export const startAsked: DeliveriesCommand = {
  id: "deliveries.start-asked",
  scope: internal,
  keys: [],
  title: "Start the replay or export",
  run({ store, running }) {
    const { asked } = workSlice.get(store.get());
    if (asked !== null) running.startWork(asked);
  },
};
