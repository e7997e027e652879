import type { App } from "./records/command.ts";
import type { TypeAhead } from "./records/screen.ts";
import { showMessage } from "./state/messages.ts";
import { navSlice, topDialog, typedAhead } from "./state/nav.ts";

/**
 * Selects by typed text in a dialog without a text field. Typing goes on with the text before it, or starts again if
 * nothing has both.
 * @returns false if the dialog has nothing to select by typing
 */
export function selectTyped({ store, registry }: App, text: string): boolean {
  const state = store.get();
  const data = topDialog(state);
  const choice = data === null ? null : (registry.dialogOf(data).typeAhead?.(state, data, registry) ?? null);
  if (choice === null) return false;
  for (const typed of [navSlice.get(state).typed + text, text]) {
    const index = matchTyped(choice, typed);
    if (index === -1) continue;
    store.dispatch(choice.select(index));
    store.dispatch(typedAhead(typed));
    return true;
  }
  showMessage(store, "warn", `No row begins with "${text}".`, { isPassing: true, isKept: false });
  return true;
}

/** Returns the index of the first text that starts with what is typed, else of one with such a word, or -1. */
export function matchTyped({ texts }: Pick<TypeAhead, "texts">, typed: string): number {
  const wanted = folded(typed);
  const all = texts.map(folded);
  const whole = all.findIndex((text) => text.startsWith(wanted));
  return whole >= 0
    ? whole
    : all.findIndex((text) => ` ${text.replaceAll(/[^\p{L}\p{N}]+/gu, " ")}`.includes(` ${wanted}`));
}

const folded = (text: string) => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
