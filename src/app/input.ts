import type { InputEvent, KeyEvent, MouseEvent } from "../terminal/keys.ts";
import { keyId } from "../terminal/keys.ts";
import type { App } from "./app.ts";
import type { Command } from "./commands/command.ts";
import { runCommand } from "./commands/run-command.ts";
import { focusedField, focusedScopes } from "./focus.ts";
import { detailShown, frameRows, layoutOf } from "./layout.ts";
import { keepInView } from "./list.ts";
import { policiesLayout } from "./policies/policies-layout.ts";
import { moveInRows, moveSelection, scrollDetail } from "./selection.ts";
import { deliveryAt, shownDeliveries } from "./shown-deliveries.ts";
import type { AppState } from "./slice.ts";
import { selectIndex, setDeliveries, deliveriesSlice } from "./state/deliveries-state.ts";
import { jobsSlice } from "./state/jobs-state.ts";
import { dismissSticky } from "./state/messages.ts";
import { type Overlay, topOverlay, navSlice } from "./state/overlays.ts";
import {
  policiesView,
  selectedPolicy,
  shownFiles,
  setPolicies,
  policiesSlice,
} from "./state/policies-state.ts";
import { setWebhooks, webhooksSlice } from "./state/webhooks-state.ts";
import type { TextField } from "./text-field.ts";
import { editByKey, insertText } from "./text-field.ts";

const wheelRows = 3;

/** Handles the events of one read from the terminal, and draws once. */
export function handleInput(app: App, events: readonly InputEvent[]): void {
  app.store.batch(() => {
    for (const event of events) {
      if (event.type === "key") handleKey(app, event);
      else if (event.type === "paste") handlePaste(app, event.text);
      else if (event.type === "mouse") handleMouse(app, event);
    }
  });
}

function handleKey(app: App, event: KeyEvent): void {
  app.store.dispatch(dismissSticky());
  const state = app.store.get();
  const focused = focusedField(state);
  const id = keyId(event);
  const isText = event.text !== "" && !event.ctrl && !event.alt;
  if (focused !== null && isText) {
    putField(app, insertText(focused.field, event.text, "typed"));
    return;
  }
  const command = findCommand(app.commands, state, id);
  const editing = focused === null ? null : editByKey(focused.field, id);
  // A dialog's key has precedence, unless it is disabled because it edits text here.
  const isDisabled = command !== null && (command.disabledReason?.(state) ?? null) !== null;
  if (command !== null && !isDisabled) runCommand(app, command);
  else if (editing !== null) putField(app, editing);
  else if (command !== null && showsDisabledReason(state, id)) runCommand(app, command);
}

/** Overlays with commands of their own, which show why a key is disabled. */
const pages: ReadonlySet<Overlay["kind"]> = new Set(["activity", "dispatch"]);

/** Disabled keys in dialogs, and Esc with nothing to close, are ignored silently. */
function showsDisabledReason(state: AppState, id: string): boolean {
  const overlay = topOverlay(state);
  return id !== "esc" && (overlay === null || pages.has(overlay.kind));
}

/** Returns the first command with this key, from the innermost scope outward. */
export function findCommand(commands: readonly Command[], state: AppState, id: string): Command | null {
  for (const scope of focusedScopes(state)) {
    const command = commands.find((one) => one.scope === scope && one.keys.includes(id));
    if (command !== undefined) return command;
  }
  return null;
}

/** Inserts pasted text into the focused field, even if it looks like keys; ignored without one. */
function handlePaste(app: App, text: string): void {
  const focused = focusedField(app.store.get());
  if (focused !== null) putField(app, insertText(focused.field, text, "pasted"));
}

function putField(app: App, field: TextField): void {
  const focused = focusedField(app.store.get());
  if (focused === null) return;
  if (focused.isFilter) app.deliveries.setFilter(field);
  else app.store.dispatch(focused.put(field));
}

/** The wheel scrolls the pane under the pointer. A click selects a row or focuses the detail. */
function handleMouse(app: App, event: MouseEvent): void {
  const { store } = app;
  const state = store.get();
  const layout = layoutOf(state);
  const isWheel = event.kind === "wheel-up" || event.kind === "wheel-down";
  const step = event.kind === "wheel-up" ? -wheelRows : wheelRows;
  if (navSlice.get(state).dialogs.length > 0) {
    if (isWheel) moveSelection(app, (selected) => selected + step);
    return;
  }
  const beside = layout.sideBySide && navSlice.get(state).screen !== "jobs";
  const overDetail = detailShown(state) && (!beside || event.x > layout.listColumns);
  if (isWheel) {
    if (overDetail && navSlice.get(state).screen === "deliveries") {
      scrollDetail(app, (top) => top + step);
    } else moveInRows(app, (selected) => selected + step);
    return;
  }
  if (event.kind !== "press" || event.button !== 0) return;
  const row = event.y - frameRows.above - (layout.bodyRows - layout.listRows);
  if (navSlice.get(state).screen === "webhooks") {
    const { items, view } = webhooksSlice.get(state);
    const index = keepInView(view, items.length, layout.listRows).top + row;
    if (items.length > 0) store.dispatch(setWebhooks({ focus: overDetail ? "detail" : "list" }));
    if (!overDetail && row >= 0 && index < items.length) moveInRows(app, () => index);
  } else if (navSlice.get(state).screen === "jobs") {
    const { items, view } = jobsSlice.get(state);
    const index = keepInView(view, items.length, layout.listRows).top + row;
    if (!overDetail && row >= 0 && index < items.length) moveInRows(app, () => index);
  } else if (navSlice.get(state).screen === "policies") {
    clickPolicies(app, event.x, row);
  } else if (navSlice.get(state).screen === "deliveries") {
    store.dispatch(setDeliveries({ focus: overDetail ? "detail" : "list" }));
    const index = deliveryAt(shownDeliveries(state), row);
    if (!overDetail && row >= 0 && index < deliveriesSlice.get(state).rows.length) {
      store.dispatch(selectIndex(index, layout.listRows));
    }
  }
}

/** A click selects a file of the list or focuses the document. */
function clickPolicies({ store }: App, x: number, row: number): void {
  const state = store.get();
  const { sideBySide, listColumns, listRows } = policiesLayout(state);
  const isOverDocument = sideBySide ? x > listColumns : policiesSlice.get(state).focus === "document";
  if (isOverDocument) {
    if (selectedPolicy(policiesSlice.get(state)) !== null) store.dispatch(setPolicies({ focus: "document" }));
    return;
  }
  const shown = shownFiles(policiesSlice.get(state));
  const clicked = shown[keepInView(policiesView(policiesSlice.get(state)), shown.length, listRows).top + row];
  if (row >= 0 && clicked !== undefined) {
    store.dispatch(setPolicies({ focus: "list", selectedPath: clicked.path }));
  }
}
