import { confirm } from "../../../tui/dialogs/confirm.ts";
import { internal } from "../../../tui/records/command.ts";
import type { DeliveriesApp, DeliveriesCommand } from "../running.ts";
import { type BulkExport, workAsked, workSlice } from "../state/work.ts";

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
  title: "Start the export",
  run({ store, running }) {
    const { asked } = workSlice.get(store.get());
    if (asked !== null) running.startWork(asked);
  },
};
