import type { InputEvent, KeyEvent } from "../terminal/keys.ts";
import { keyId } from "../terminal/keys.ts";
import { sortByInitial } from "./core/sort-commands.ts";
import { continueSequence } from "./dialogs/sequence.ts";
import { findCommand, focusedField } from "./focus.ts";
import { keyLabel, keyOf } from "./frame/key-label.ts";
import { handleMouse } from "./mouse.ts";
import type { App } from "./records/command.ts";
import type { Registry } from "./records/registry.ts";
import { dismissSticky, showMessage } from "./state/messages.ts";
import { topDialog, typedAhead } from "./state/nav.ts";
import type { AppState } from "./state/slice.ts";
import type { TextField } from "./text-field.ts";
import { editByKey, insertText } from "./text-field.ts";
import { selectTyped } from "./type-ahead.ts";

/**
 * Handles the events of one read from the terminal and notifies listeners once.
 * @param isAway returns true while keys belong to another program, such as an opened editor; they are dropped
 */
export function handleInput(
  app: App,
  events: readonly InputEvent[],
  isAway: () => boolean = () => false,
): void {
  app.store.batch(() => {
    for (const event of events) {
      if (isAway()) return;
      if (event.type === "key") handleKey(app, event);
      else if (event.type === "paste") handlePaste(app, event.text);
      else if (event.type === "mouse") handleMouse(app, event);
    }
  });
}

function handleKey(app: App, event: KeyEvent): void {
  const { store, registry } = app;
  store.dispatch(dismissSticky());
  const state = store.get();
  const focused = focusedField(registry, state);
  const id = keyId(event);
  const isText = event.text !== "" && !event.ctrl && !event.alt;
  if (!isText) store.dispatch(typedAhead(""));
  if (focused !== null && isText) {
    putField(app, insertText(focused.field, event.text, "typed"));
    return;
  }
  const command = findCommand(registry, state, id);
  const editing = focused === null ? null : editByKey(focused.field, id);
  // An enabled command precedes the field; a disabled one leaves its key to the field.
  const isDisabled = command !== null && (command.disabledReason?.(state, registry) ?? null) !== null;
  if (command !== null && !isDisabled) app.run(command.id);
  else if (editing !== null) putField(app, editing);
  else if (command !== null && showsDisabledReason(registry, state, id)) app.run(command.id);
  else if (command === null && !continueSequence(app, id)) {
    if (isText) handleUnboundText(app, id, event.text);
    else if (id === "enter" && topDialog(state) !== null) showUnknownKey(app, id);
  }
}

/** Handles a typed character that is no key of a command. */
function handleUnboundText(app: App, id: string, text: string): void {
  if (selectTyped(app, text)) return;
  if (topDialog(app.store.get()) !== null || !sortByInitial(app, text)) showUnknownKey(app, id);
}

/** Shows that a typed key has no command, so that text typed outside a field is noticed. */
function showUnknownKey({ store, registry }: App, id: string): void {
  // The border of a dialog has its keys.
  const isDialog = topDialog(store.get()) !== null;
  const text = isDialog
    ? `${keyLabel(id)} has no command in this dialog.`
    : `${keyLabel(id)} ${whereKnown(registry, id)}; ${keyOf(registry, "help.open")} shows the keys.`;
  showMessage(store, "warn", text, { isPassing: true, isKept: false });
}

/** Names where a key has a command: `works on Webhooks, Policy, not here`. */
function whereKnown({ commands, screens }: Registry, id: string): string {
  const scopes = new Set(commands.filter(({ keys }) => keys.includes(id)).map(({ scope }) => scope));
  const titles = screens.flatMap((screen) =>
    screen.scopes.filter(({ scope }) => scopes.has(scope)).map(({ title }) => title),
  );
  return titles.length === 0 ? "has no command on this screen" : `works on ${titles.join(", ")}, not here`;
}

/** Returns false for Esc, and in dialogs that ignore disabled keys. */
function showsDisabledReason(registry: Registry, state: AppState, id: string): boolean {
  const data = topDialog(state);
  return id !== "esc" && (data === null || registry.dialogOf(data).showsDisabledReason === true);
}

/** Inserts pasted text into the focused field; without a field, the paste is ignored. */
function handlePaste(app: App, text: string): void {
  const focused = focusedField(app.registry, app.store.get());
  if (focused !== null) putField(app, insertText(focused.field, text, "pasted"));
}

function putField({ store, registry }: App, field: TextField): void {
  const focused = focusedField(registry, store.get());
  if (focused !== null) store.dispatch(focused.put(field));
}
