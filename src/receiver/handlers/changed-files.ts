import { readFile, realpath, stat } from "node:fs/promises";
import type { LoadedFile } from "./thread-messages.ts";

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
