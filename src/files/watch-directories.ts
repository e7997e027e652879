import { type FSWatcher, watch } from "node:fs";

/** Delay after the last change before the callback, in milliseconds: editors save in several steps. */
const quietMs = 30;

/** Maximum delay after the first change, in milliseconds. */
const maxWaitMs = 200;

export interface DirectoryWatch {
  /**
   * Watches a directory without its subdirectories. Ignores a directory that is already watched or cannot be
   * watched.
   */
  add(directory: string): void;
  close(): void;
}

/**
 * Creates a watch that calls back after a change in the directories, and every `pollMs`: network drives and container
 * mounts send no events, and a directory may be replaced. Watches directories, because saving by renaming ends the
 * watch of a file.
 */
export function watchDirectories(onChange: () => void, pollMs: number): DirectoryWatch {
  const watchers = new Map<string, FSWatcher>();
  let quiet: NodeJS.Timeout | undefined;
  let firstMs: number | null = null;
  const poll = setInterval(onChange, pollMs).unref();

  function changed(): void {
    const nowMs = performance.now();
    firstMs ??= nowMs;
    clearTimeout(quiet);
    quiet = setTimeout(notify, Math.max(0, Math.min(quietMs, firstMs + maxWaitMs - nowMs))).unref();
  }

  function notify(): void {
    firstMs = null;
    onChange();
  }

  function drop(directory: string): void {
    watchers.get(directory)?.close();
    watchers.delete(directory);
  }

  return {
    add(directory) {
      if (watchers.has(directory)) return;
      try {
        const watcher = watch(directory, { persistent: false }, changed);
        watcher.on("error", () => drop(directory));
        watchers.set(directory, watcher);
      } catch {
        // The directory is missing, or the system has no watches left: the next poll finds its changes.
      }
    },
    close() {
      clearInterval(poll);
      clearTimeout(quiet);
      for (const directory of watchers.keys()) drop(directory);
    },
  };
}
