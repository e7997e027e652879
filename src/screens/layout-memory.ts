import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ownerOnly, placeFile } from "../files/place-file.ts";
import { type LayoutState, layoutSlice, splitsRestored } from "../tui/state/layout.ts";
import { showMessage } from "../tui/state/messages.ts";
import { setSorts, type Sort, type SortsState, sortsSlice } from "../tui/state/sorts.ts";
import type { Store } from "../tui/state/store.ts";
import type { AppFeature, FeatureContext } from "./context.ts";
import { type FilterHistory, filterHistorySlice, keptFilters, setFilterHistory } from "./filter-history.ts";
import { mergedEntries, mergedTexts } from "./merged.ts";

const fileName = "interface.json";
/** Pause after the last change before it is written, in milliseconds. */
const pauseMs = 1_000;

/** Keeps the sizes of resized panes, the orders of sorted lists and applied filters in a file of the data directory. */
export const layoutMemory: AppFeature = {
  id: "layout-memory",
  slices: [],
  commands: [],
  dialogs: [],
  scopes: [],
  start: startMemory,
};

function startMemory({ store, dataDir }: FeatureContext): { stop(): void } {
  const path = join(dataDir, fileName);
  restore(store, path);
  let written = remembered(store);
  let timer: NodeJS.Timeout | undefined;

  function hasChanged(): boolean {
    const { splits, sorts, filters } = remembered(store);
    return splits !== written.splits || sorts !== written.sorts || filters !== written.filters;
  }

  function write(): void {
    clearTimeout(timer);
    timer = undefined;
    if (!hasChanged()) return;
    const now = remembered(store);
    const contents = merged(read(path) ?? nothing, written, now);
    written = now;
    try {
      placeFile(path, `${JSON.stringify(contents)}\n`, ownerOnly);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      showMessage(
        store,
        "warn",
        `The sizes of the panes, the order of the lists and the last filters could not be saved: ${why}.`,
      );
    }
  }

  const unsubscribe = store.subscribe(() => {
    if (hasChanged()) timer ??= setTimeout(write, pauseMs);
  });
  return {
    stop() {
      unsubscribe();
      write();
    },
  };
}

/** Contents of the file. */
interface Remembered {
  readonly splits: LayoutState["splits"];
  readonly sorts: SortsState["lists"];
  readonly filters: FilterHistory["texts"];
}

function remembered(store: Store): Remembered {
  const state = store.get();
  return {
    splits: layoutSlice.get(state).splits,
    sorts: sortsSlice.get(state).lists,
    filters: filterHistorySlice.get(state).texts,
  };
}

const nothing: Remembered = { splits: {}, sorts: {}, filters: [] };

/** Returns the contents of the file with what changed here; another app may have written since. */
function merged(onDisk: Remembered, before: Remembered, now: Remembered): Remembered {
  return {
    splits: mergedEntries(onDisk.splits, before.splits, now.splits),
    sorts: mergedEntries(onDisk.sorts, before.sorts, now.sorts),
    filters: mergedTexts(onDisk.filters, before.filters, now.filters).slice(0, keptFilters),
  };
}

/** Returns the contents of the file; those of no file if there is none, null if it is damaged. */
function read(path: string): Remembered | null {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    return nothing;
  }
  return parseContents(text);
}

/** Applies the contents of the file; a damaged file is replaced at the next change. */
function restore(store: Store, path: string): void {
  const contents = read(path);
  if (contents !== null) {
    store.dispatch(splitsRestored(contents.splits));
    store.dispatch(setSorts({ lists: contents.sorts }));
    store.dispatch(setFilterHistory({ texts: contents.filters }));
  } else
    showMessage(
      store,
      "warn",
      `${fileName} is damaged, so panes have their usual sizes, lists their usual order, and the last filters are gone. A change replaces it.`,
    );
}

/** Returns the contents in the text of the file; null if it is damaged. */
function parseContents(text: string): Remembered | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isObject(value)) return null;
  const splits = recordOf(value["splits"], isShare);
  // Earlier versions wrote fewer of them.
  const sorts = recordOf(value["sorts"] ?? {}, isSort);
  const filters = value["filters"] ?? [];
  if (splits === null || sorts === null || !isTexts(filters)) return null;
  return { splits, sorts, filters: filters.slice(0, keptFilters) };
}

/** Returns an object whose values have a type; null if a value has not. */
function recordOf<T>(value: unknown, isOne: (one: unknown) => one is T): Readonly<Record<string, T>> | null {
  if (!isObject(value)) return null;
  const all = Object.entries(value).flatMap(([name, one]) => (isOne(one) ? [[name, one] as const] : []));
  return all.length === Object.keys(value).length ? Object.fromEntries(all) : null;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}

function isShare(share: unknown): share is number {
  return typeof share === "number" && share > 0 && share < 1;
}

function isSort(sort: unknown): sort is Sort {
  return isObject(sort) && typeof sort["column"] === "string" && typeof sort["descending"] === "boolean";
}
