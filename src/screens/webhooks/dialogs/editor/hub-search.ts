import { isHooklensError } from "../../../../model/errors.ts";
import { formatWatchedItem, listedTypes } from "../../../../model/watched-item.ts";
import { type Candidate, itemAt } from "../../../../tui/completion.ts";
import { createSlice, type AppState } from "../../../../tui/state/slice.ts";
import type { App } from "../../../app.ts";
import { webhookFormKind } from "./webhook-form.ts";

/** Names that the hub found for the typed text. */
interface HubSearchState {
  /** Items as `type:owner/name`, of all searches in this form. */
  readonly items: readonly string[];
  /** Reason for the last failed search, for the user; null after a success. */
  readonly failure: string | null;
}

const initialSearch: HubSearchState = { items: [], failure: null };

/** Hub search for names in the form of a webhook. */
export const hubSearchSlice = createSlice("hubSearch", initialSearch, {});
const { set: setHubSearch } = hubSearchSlice.actions;

/** Returns the items that the hub found. */
export function foundItems(state: AppState): readonly Candidate[] {
  return hubSearchSlice.get(state).items.map((text) => ({ text }));
}

/** Pause after the last typed character, in milliseconds. */
const pauseMs = 250;
/** Characters of a name from which it is searched. */
const leastCharacters = 2;

/** Repo types and text to search for. */
interface HubQuery {
  readonly types: readonly (typeof listedTypes)[number][];
  readonly text: string;
}

/** Returns the search for a typed item; null for a short text, and for types that hubs do not list. */
export function hubQuery(typed: string): HubQuery | null {
  const colon = typed.indexOf(":");
  const type = typed.slice(0, Math.max(0, colon)).toLowerCase();
  const text = typed.slice(colon + 1);
  if (text.length < leastCharacters) return null;
  if (colon === -1) return { types: listedTypes, text };
  const types = listedTypes.filter((one) => one === type);
  return types.length === 0 ? null : { types, text };
}

/** Searches the hub for the typed item. Only the last search counts. */
export function watchTypedItem({ store, services }: App): { stop(): void } {
  let typed: string | null = null;
  let timer: NodeJS.Timeout | undefined;
  let searches = 0;

  const unsubscribe = store.subscribe(() => {
    const now = typedItem(store.get());
    if (now === typed) return;
    typed = now;
    searches += 1;
    clearTimeout(timer);
    if (now === null) {
      store.dispatch(setHubSearch(initialSearch));
      return;
    }
    const query = hubQuery(now);
    if (query !== null) timer = setTimeout(() => void search(query, searches), pauseMs);
  });

  async function search({ types, text }: HubQuery, number: number): Promise<void> {
    const { hub } = services;
    if (hub === null) return;
    const found = await Promise.all(
      types.map(async (type) => {
        try {
          return (await hub.searchRepos(type, text)).map((name) => formatWatchedItem({ type, name }));
        } catch (error) {
          if (!isHooklensError(error)) throw error;
          return null;
        }
      }),
    );
    if (number !== searches) return;
    const names = found.flatMap((items) => items ?? []);
    const { items } = hubSearchSlice.get(store.get());
    const failure = found.includes(null) ? "The hub could not be searched; known names are suggested." : null;
    store.dispatch(setHubSearch({ items: [...new Set([...items, ...names])], failure }));
  }

  return {
    stop() {
      unsubscribe();
      clearTimeout(timer);
    },
  };
}

/** Returns the item being typed in an open form, or an empty text; null without a form. */
function typedItem(state: AppState): string | null {
  const form = webhookFormKind.find(state);
  if (form === null) return null;
  if (form.focus !== "watch" || form.suggestions === null) return "";
  const { value, caret } = form.watch;
  const { start, end } = itemAt(value, caret);
  return value.slice(start, end);
}
