import { readdir, realpath, stat } from "node:fs/promises";
import { readTextWithin } from "../../files/read-file.ts";
import { HandlersDirectoryError, receiverErrors } from "../errors.ts";
import type { LoadedFile } from "./thread-messages.ts";

const extension = /\.(?:m?ts|m?js|py|sh)$/;

/**
 * Pattern of files that are not handlers: declarations, tests, and names with a leading . or _ or a control
 * character.
 */
const noHandler = /^[._]|\.(?:d|test)\.m?[tj]s$|[\p{Cc}\p{Cs}]/u;

/** Returns the route of a handler file, `train` for train.ts or train.py; null if the file is not a handler. */
export function routeOfFile(file: string): string | null {
  return extension.test(file) && !noHandler.test(file) ? file.replace(extension, "") : null;
}

/**
 * Lists the handlers of a directory: sorted file names by route. More than one file per route is a mistake.
 * @throws {HandlersDirectoryError}
 */
export async function listHandlers(directory: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const files = new Map<string, string[]>();
  for (const file of await namesIn(directory)) {
    const route = routeOfFile(file);
    if (route === null) continue;
    const others = files.get(route);
    if (others === undefined) files.set(route, [file]);
    else others.push(file);
  }
  return files;
}

/** Throws if a route has two handlers. @throws {HandlerTwiceError} */
export function refuseTwice(files: ReadonlyMap<string, readonly string[]>): void {
  for (const [route, names] of files) if (names.length > 1) throw receiverErrors.handlerTwice(route, names);
}

async function namesIn(directory: string): Promise<string[]> {
  try {
    const entries = await readdir(directory, { withFileTypes: true });
    // A symbolic link may lead to a file. If it does not, loading it reports the error.
    const files = entries.filter((entry) => !entry.isDirectory());
    return files.map(({ name }) => name).toSorted();
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : String(cause);
    throw new HandlersDirectoryError({
      what: `the handlers cannot be read from ${directory}`,
      why:
        code === "ENOENT"
          ? "there is no such directory"
          : code === "ENOTDIR"
            ? "it is not a directory"
            : code,
      hint: "Create it with a file such as train.ts, or choose another with --handlers",
      cause,
    });
  }
}

/**
 * Age, in milliseconds, below which the text of a file is compared too, because coarse timestamps may be
 * equal for two saves.
 */
const youngMs = 5_000;

/**
 * Returns true if a module must be reloaded: one of its files was saved, deleted or created, or its path
 * leads to another file. A save counts by its timestamp, even without a change of the text.
 */
export async function isChanged(path: string, files: ReadonlyMap<string, LoadedFile>): Promise<boolean> {
  const target = await realpath(path).catch(() => null);
  // The file is missing while an editor replaces it.
  if (target === null || files.size === 0) return false;
  if (!files.has(target)) return true;
  for (const file of files.values()) if (await isOther(file)) return true;
  return false;
}

async function isOther({ path, text, modifiedMs }: LoadedFile): Promise<boolean> {
  try {
    const { mtimeMs } = await stat(path);
    if (text === null || mtimeMs !== modifiedMs) return true;
    return Date.now() - mtimeMs < youngMs && textOf(path) !== text;
  } catch {
    // Missing: a change only if the file existed.
    return text !== null;
  }
}

/** Returns the text of a file; empty if unreadable, which loading reports. */
function textOf(path: string): string {
  try {
    return readTextWithin(path);
  } catch {
    return "";
  }
}
