import { type FSWatcher, watch } from "node:fs";

/** What is saved is looked at when nothing has changed for this long, in milliseconds: editors write in several steps. */
const quietMs = 30;

/** However long changes go on, this long after the first they are looked at. */
const patienceMs = 200;

export interface DirectoryWatch {
  /** One more directory, itself and not what is below; one that is watched already, or that cannot be, is no error. */
  add(directory: string): void;
  close(): void;
}

/**
 * Calls back after something has changed in the directories, and in any case every `pollMs`: network drives and mounts of containers
 * tell of nothing, and a directory may be put in another's place. Directories and not files are watched, since a save by renaming
 * ends the watch of a file.
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
    quiet = setTimeout(tell, Math.max(0, Math.min(quietMs, firstMs + patienceMs - nowMs))).unref();
  }

  function tell(): void {
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
        // It is not there yet, or the system has no watches left: the next poll sees what happens in it.
      }
    },
    close() {
      clearInterval(poll);
      clearTimeout(quiet);
      for (const directory of watchers.keys()) drop(directory);
    },
  };
}
