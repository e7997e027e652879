import { readFile, readdir, realpath, stat } from "node:fs/promises";
import { HandlersDirectoryError, receiverErrors } from "../errors.ts";
import type { LoadedFile } from "./thread-messages.ts";

const extension = /\.(?:m?ts|m?js)$/;

/** Declarations and tests lie beside handlers and are none; a name in front of which stands . or _ is kept out on purpose. */
const noHandler = /^[._]|\.(?:d|test)\.m?[tj]s$|[\p{Cc}\p{Cs}]/u;

/** The route a file of the directory is the handler of, `train` for train.ts; null for what is no handler. */
export function routeOfFile(file: string): string | null {
  return extension.test(file) && !noHandler.test(file) ? file.replace(extension, "") : null;
}

/**
 * The handlers of a directory: names of files, by route, in order of the names. More than one: a mistake.
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

/** @throws {HandlerTwiceError} */
export function refuseTwice(files: ReadonlyMap<string, readonly string[]>): void {
  for (const [route, names] of files) if (names.length > 1) throw receiverErrors.handlerTwice(route, names);
}

async function namesIn(directory: string): Promise<string[]> {
  try {
    const entries = await readdir(directory, { withFileTypes: true });
    // A symbolic link may lead to a file; one that does not cannot be loaded, and that is said then.
    const files = entries.filter((entry) => !entry.isDirectory());
    return files.map(({ name }) => name).toSorted();
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : String(cause);
    throw new HandlersDirectoryError({
      what: `the handlers cannot be read from ${directory}`,
      why:
        code === "ENOENT" ? "there is no such directory" : code === "ENOTDIR" ? "it is no directory" : code,
      hint: "Make it and save a file such as train.ts there, or name another with --handlers",
      cause,
    });
  }
}

/** A file this young is read as well, in milliseconds: file systems tell times so coarsely that two saves can have the same. */
const youngMs = 5_000;

/**
 * Whether a module would load otherwise than it did: one of its files was saved, is gone, or has come, or its own name leads to
 * another file. Saved means its time is another one: a save that changes no letter starts a module anew as well.
 */
export async function isChanged(path: string, files: ReadonlyMap<string, LoadedFile>): Promise<boolean> {
  const target = await realpath(path).catch(() => null);
  // While an editor puts the new file in place of the old one there is none; nothing could be loaded then.
  if (target === null || files.size === 0) return false;
  if (!files.has(target)) return true;
  for (const file of files.values()) if (await isOther(file)) return true;
  return false;
}

async function isOther({ path, text, modifiedMs }: LoadedFile): Promise<boolean> {
  try {
    const { mtimeMs } = await stat(path);
    if (text === null || mtimeMs !== modifiedMs) return true;
    return Date.now() - mtimeMs < youngMs && (await readFile(path, "utf8")) !== text;
  } catch {
    // Not there, or not to be read: another state only for what was.
    return text !== null;
  }
}
