import { realpathSync } from "node:fs";
import process from "node:process";
import { pathToFileURL } from "node:url";

/**
 * Calls back once when the main script has ended: its last line, with what it awaits there. Whatever it
 * leaves running (a timer, a connection) does not count. To be called by the script itself, directly or not; called by a module that the
 * script imports, it calls back when nothing is left to do. Never when the script throws, exits, or is ended by a signal.
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
    // It is being evaluated, so this loads nothing: it is the promise of that evaluation. A script that throws has said so itself.
    import(url).then(once, () => {});
  } else if (callers.includes(entry)) {
    // CommonJS awaits nothing.
    setImmediate(once);
  }
}

/** Main script of the process; null for none, as in a REPL. */
function entryPath(): string | null {
  const given = process.argv[1];
  if (given === undefined) return null;
  try {
    return realpathSync(given);
  } catch {
    // Named without its extension, or deleted in the meantime.
    return null;
  }
}

/** Files of the functions on the stack: URLs of ES modules, paths of other files. */
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
 * Closes and exits with code 0 at the first SIGINT or SIGTERM. A second signal has its default effect.
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
