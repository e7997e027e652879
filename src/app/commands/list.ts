import type { App } from "../app.ts";
import { currentDispatch } from "../overlays/activity.ts";
import type { Move } from "../selection.ts";
import { moveSelection, pageRows } from "../selection.ts";
import type { AppState } from "../slice.ts";
import { selectedDelivery, deliveriesSlice } from "../state/deliveries-state.ts";
import { selectedJob, jobsSlice } from "../state/jobs-state.ts";
import { topOverlay, navSlice } from "../state/overlays.ts";
import { selectedClause, selectedPolicy, policiesSlice } from "../state/policies-state.ts";
import { selectedWebhook } from "../state/webhooks-state.ts";
import type { Command } from "./command.ts";

function move(id: string, keys: readonly string[], title: string, by: (page: number) => Move): Command {
  return {
    id: `list.${id}`,
    scope: "list",
    keys,
    title,
    run: (app) => moveSelection(app, by(pageRows(app.store.get()))),
  };
}

/** The log's list holds only some of its rows, so its first and last row have to be loaded. */
const isLog = (state: AppState) =>
  topOverlay(state) === null &&
  navSlice.get(state).screen === "deliveries" &&
  deliveriesSlice.get(state).focus === "list";

/** Commands that work in every list. */
export const listCommands: readonly Command[] = [
  move("down", ["down", "j"], "Select the next row", () => (selected) => selected + 1),
  move("up", ["up", "k"], "Select the previous row", () => (selected) => selected - 1),
  move("page-down", ["pagedown", "ctrl+f"], "Move one page down", (page) => (selected) => selected + page),
  move("page-up", ["pageup", "ctrl+b"], "Move one page up", (page) => (selected) => selected - page),
  move(
    "half-down",
    ["ctrl+d"],
    "Move half a page down",
    (page) => (selected) => selected + Math.ceil(page / 2),
  ),
  move("half-up", ["ctrl+u"], "Move half a page up", (page) => (selected) => selected - Math.ceil(page / 2)),
  {
    id: "list.first",
    scope: "list",
    keys: ["g", "home"],
    title: "Select the first row",
    run: (app) => (isLog(app.store.get()) ? app.deliveries.newest() : moveSelection(app, () => 0)),
  },
  {
    id: "list.last",
    scope: "list",
    keys: ["G", "end"],
    title: "Select the last row",
    run: (app) =>
      isLog(app.store.get()) ? app.deliveries.oldest() : moveSelection(app, (_, count) => count - 1),
  },
  {
    id: "list.copy",
    scope: "list",
    keys: ["y"],
    title: "Copy the ID or path",
    disabledReason: (state) => (selectedId(state) === null ? "nothing is selected" : null),
    run: copyId,
  },
];

/** Returns the ID to copy; null in overlays whose rows have no ID. */
function selectedId(state: AppState): string | null {
  const overlay = topOverlay(state);
  if (overlay?.kind === "activity" || overlay?.kind === "dispatch") {
    return currentDispatch(state)?.id.toString() ?? null;
  }
  if (overlay !== null) return null;
  if (navSlice.get(state).screen === "webhooks") return selectedWebhook(state)?.id ?? null;
  if (navSlice.get(state).screen === "jobs")
    return jobsSlice.get(state).log?.id ?? selectedJob(state)?.id ?? null;
  if (navSlice.get(state).screen === "policies") {
    const isOpen = policiesSlice.get(state).focus === "document";
    return (
      (isOpen
        ? selectedClause(policiesSlice.get(state))?.id
        : selectedPolicy(policiesSlice.get(state))?.path) ?? null
    );
  }
  return navSlice.get(state).screen === "deliveries"
    ? (selectedDelivery(state)?.seq.toString() ?? null)
    : null;
}

function copyId({ store, terminal }: App): void {
  const id = selectedId(store.get());
  if (id !== null) terminal.copy(id);
}
