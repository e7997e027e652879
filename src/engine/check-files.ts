import { checkTokenFile } from "../localhub/token.ts";
import { type HooklensError, isHooklensError } from "../model/errors.ts";
import type { BookmarkStore } from "../store/bookmarks.ts";
import { readWebhookNames } from "./webhook-names.ts";

/** File of a data directory that cannot be read. */
export interface UnreadableFile {
  readonly name: string;
  readonly error: HooklensError;
}

/** Checks the small files of a data directory with irreplaceable content. */
export async function checkFiles(
  dataDir: string,
  bookmarks: BookmarkStore,
): Promise<readonly UnreadableFile[]> {
  const readers: readonly (readonly [name: string, read: () => unknown])[] = [
    ["bookmarks.json", () => bookmarks.list()],
    ["hub-token", () => checkTokenFile(dataDir)],
    ["webhook-names.json", () => readWebhookNames(dataDir)],
  ];
  const unreadable: UnreadableFile[] = [];
  for (const [name, read] of readers) {
    try {
      await read();
    } catch (error) {
      if (!isHooklensError(error)) throw error;
      unreadable.push({ name, error });
    }
  }
  return unreadable;
}
