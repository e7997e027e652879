import { realpathSync } from "node:fs";
import process from "node:process";
import { pathToFileURL } from "node:url";

/**
 * Calls `ended` once when the main script has ended: after its last line and what it awaits there, even if
 * timers or connections remain. If an ES module that the script imports calls this, calls `ended` when the
 * event loop is empty. Does not call `ended` if the script throws, exits, or is ended by a signal.
 */
export function whenScriptEnds(ended: () => void): void {
  let isOver = false;
  const once = (): void => {
    if (isOver) return;
    isOver = true;
    process.off("beforeExit", once);
    ended();
  };
  process.on("beforeExit", once);
  const entry = entryPath();
  if (entry === null) return;
  const callers = callingFiles();
  const url = pathToFileURL(entry).href;
  if (callers.includes(url)) {
    // The entry module is being evaluated, so this loads nothing and resolves when the evaluation ends. Node
    // reports the error of a failed script.
    import(url).then(once, () => {});
  } else if (callers.includes(entry)) {
    // CommonJS has no top-level await.
    setImmediate(once);
  }
}

/** Returns the main script of the process; null if there is none, as in a REPL. */
function entryPath(): string | null {
  const given = process.argv[1];
  if (given === undefined) return null;
  try {
    return realpathSync(given);
  } catch {
    // Given without its extension, or deleted since.
    return null;
  }
}

/** Returns the files of the functions on the stack: URLs of ES modules, paths of other files. */
function callingFiles(): readonly (string | null)[] {
  const { prepareStackTrace, stackTraceLimit } = Error;
  try {
    Error.stackTraceLimit = Infinity;
    Error.prepareStackTrace = (_error, sites) => sites.map((site) => site.getFileName() ?? null);
    const { stack } = new Error() as { stack?: unknown };
    return Array.isArray(stack) ? stack : [];
  } finally {
    Error.prepareStackTrace = prepareStackTrace;
    Error.stackTraceLimit = stackTraceLimit;
  }
}

const stopSignals = ["SIGINT", "SIGTERM"] as const;

/**
 * Calls `close` and exits with code 0 at the first SIGINT or SIGTERM. A second signal has its default effect.
 * @param close resolves within seconds
 * @returns function that removes the signal handlers
 */
export function closeOnSignals(close: () => Promise<void>): () => void {
  const leave = (): void => {
    for (const signal of stopSignals) process.off(signal, stop);
  };
  function stop(): void {
    leave();
    void close().finally(() => process.exit(0));
  }
  for (const signal of stopSignals) process.on(signal, stop);
  return leave;
}
