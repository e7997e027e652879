import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ownerOnly, placeFile } from "../files/place-file.ts";
import { layoutSlice, splitsRestored } from "../tui/state/layout.ts";
import { showMessage } from "../tui/state/messages.ts";
import type { Store } from "../tui/state/store.ts";
import type { AppFeature, FeatureContext } from "./context.ts";

const fileName = "interface.json";
/** Pause after the last change before it is written, in milliseconds. */
const pauseMs = 1_000;

/** Keeps the sizes of resized panes in a file of the data directory. */
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
  let written = layoutSlice.get(store.get()).splits;
  let timer: NodeJS.Timeout | undefined;

  function write(): void {
    clearTimeout(timer);
    timer = undefined;
    const { splits } = layoutSlice.get(store.get());
    if (splits === written) return;
    written = splits;
    try {
      placeFile(path, `${JSON.stringify({ splits })}\n`, ownerOnly);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      showMessage(store, "warn", `The sizes of the panes could not be saved: ${why}.`);
    }
  }

  const unsubscribe = store.subscribe(() => {
    if (layoutSlice.get(store.get()).splits !== written) timer ??= setTimeout(write, pauseMs);
  });
  return {
    stop() {
      unsubscribe();
      write();
    },
  };
}

/** Applies the sizes of the file, if there is one; a damaged file is replaced at the next change. */
function restore(store: Store, path: string): void {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    return;
  }
  const splits = parseSplits(text);
  if (splits !== null) store.dispatch(splitsRestored(splits));
  else
    showMessage(
      store,
      "warn",
      `${fileName} is damaged, so panes have their usual sizes. Resizing one replaces it.`,
    );
}

/** Returns the shares in the text of the file; null if it is damaged. */
function parseSplits(text: string): Readonly<Record<string, number>> | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof value !== "object" || value === null || !("splits" in value)) return null;
  const { splits } = value;
  if (typeof splits !== "object" || splits === null || Array.isArray(splits)) return null;
  const entries: readonly (readonly [string, unknown])[] = Object.entries(splits);
  const isShare = (share: unknown): share is number => typeof share === "number" && share > 0 && share < 1;
  const shares = entries.flatMap(([name, share]) => (isShare(share) ? [[name, share] as const] : []));
  return shares.length === entries.length ? Object.fromEntries(shares) : null;
}
