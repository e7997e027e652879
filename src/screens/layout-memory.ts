import { join } from "node:path";
import { writeJsonFile } from "../files/json-file.ts";
import { errorText } from "../model/errors.ts";
import { columnsSlice, setColumns } from "../tui/state/columns.ts";
import { layoutSlice, splitsRestored } from "../tui/state/layout.ts";
import { showMessage } from "../tui/state/messages.ts";
import { setSorts, sortsSlice } from "../tui/state/sorts.ts";
import type { Store } from "../tui/state/store.ts";
import type { App, AppFeature } from "./app.ts";
import { deliveriesSlice, setDeliveries } from "./deliveries/state/deliveries.ts";
import { filterHistorySlice, keptFilters, setFilterHistory } from "./filter-history.ts";
import { baselinesRestored, folderSlice } from "./policies/state/list.ts";
import { fileName, nothingRemembered, readRemembered, type Remembered } from "./ui-state-file.ts";
import { setWebhookView, webhookViewSlice } from "./webhooks/state/view.ts";

/** Pause after the last change before it is written, in milliseconds. */
const pauseMs = 1_000;

/** Keeps the sizes of resized panes, the orders, columns and folding of lists, applied filters and baselines in a file of the data directory. */
export const layoutMemory: AppFeature = {
  id: "layout-memory",
  // Restored before the screens of these slices are loaded.
  slices: [filterHistorySlice, folderSlice, deliveriesSlice],
  commands: [],
  dialogs: [],
  scopes: [],
  start: startMemory,
};

function startMemory({ store, services }: App): { stop(): void } {
  const path = join(services.dataDir, fileName);
  let written = remembered(store);
  let timer: NodeJS.Timeout | undefined;

  function hasChanged(): boolean {
    const { splits, sorts, columns, filters, isGrouped, isFolded, baselines } = remembered(store);
    return (
      isGrouped !== written.isGrouped ||
      isFolded !== written.isFolded ||
      splits !== written.splits ||
      sorts !== written.sorts ||
      columns !== written.columns ||
      filters !== written.filters ||
      baselines !== written.baselines
    );
  }

  function write(): void {
    clearTimeout(timer);
    timer = undefined;
    if (!hasChanged()) return;
    const now = remembered(store);
    const contents = merged(readRemembered(path) ?? nothingRemembered, written, now);
    written = now;
    try {
      writeJsonFile(path, contents);
    } catch (error) {
      const why = errorText(error);
      showMessage(
        store,
        "warn",
        `Layout, sort orders, columns, filters and baselines could not be saved: ${why}.`,
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

function remembered(store: Store): Remembered {
  const state = store.get();
  return {
    splits: layoutSlice.get(state).splits,
    sorts: sortsSlice.get(state).lists,
    columns: columnsSlice.get(state).lists,
    filters: filterHistorySlice.get(state).texts,
    isGrouped: webhookViewSlice.get(state).isGrouped,
    isFolded: deliveriesSlice.get(state).isFolded,
    baselines: folderSlice.get(state).baselines,
  };
}

/** Returns the file's content with the changes made here; another app may have written since. */
function merged(onDisk: Remembered, before: Remembered, now: Remembered): Remembered {
  return {
    splits: mergedEntries(onDisk.splits, before.splits, now.splits),
    sorts: mergedEntries(onDisk.sorts, before.sorts, now.sorts),
    columns: mergedEntries(onDisk.columns, before.columns, now.columns),
    isGrouped: now.isGrouped === before.isGrouped ? onDisk.isGrouped : now.isGrouped,
    isFolded: now.isFolded === before.isFolded ? onDisk.isFolded : now.isFolded,
    baselines: mergedEntries(onDisk.baselines, before.baselines, now.baselines),
    filters: mergedTexts(onDisk.filters, before.filters, now.filters).slice(0, keptFilters),
  };
}

/** Applies the contents of the file, before the first frame; a damaged file is replaced at the next change. */
export function restoreLayout(store: Store, dataDir: string): void {
  const contents = readRemembered(join(dataDir, fileName));
  if (contents !== null) {
    store.dispatch(splitsRestored(contents.splits));
    // Each start shows the most urgent policies and the newest deliveries first, and follows them.
    const { policies: _, deliveries: __, ...sorts } = contents.sorts;
    store.dispatch(setSorts({ lists: sorts }));
    store.dispatch(setColumns({ lists: contents.columns }));
    store.dispatch(setWebhookView({ isGrouped: contents.isGrouped }));
    store.dispatch(setDeliveries({ isFolded: contents.isFolded }));
    store.dispatch(baselinesRestored(contents.baselines));
    store.dispatch(setFilterHistory({ texts: contents.filters.slice(0, keptFilters) }));
  } else
    showMessage(
      store,
      "warn",
      `${fileName} is damaged: layout, sort orders, columns, filters and baselines are reset. The next change replaces the file.`,
    );
}

/** Returns the entries on disk with those that changed here, so that the changes of two apps both remain. */
function mergedEntries<T>(
  onDisk: Readonly<Record<string, T>>,
  before: Readonly<Record<string, T>>,
  now: Readonly<Record<string, T>>,
): Readonly<Record<string, T>> {
  const hasChanged = (name: string) => before[name] !== now[name];
  return Object.fromEntries([
    ...Object.entries(onDisk).filter(([name]) => !hasChanged(name)),
    ...Object.entries(now).filter(([name]) => hasChanged(name)),
  ]);
}

/** Returns the texts of this app before the others on disk, if its own changed. */
function mergedTexts(
  onDisk: readonly string[],
  before: readonly string[],
  now: readonly string[],
): readonly string[] {
  return before === now ? onDisk : [...now, ...onDisk.filter((text) => !now.includes(text))];
}
