import { z } from "zod";

/** Mark of a delivery, with a note. */
export type Bookmark = Readonly<z.infer<typeof bookmarkSchema>>;
export const bookmarkSchema = z.object({
  seq: z.int().positive(),
  /** Time of receipt of the delivery, so that a bookmark never marks a delivery of another log. */
  receivedAt: z.string(),
  /** Text of the user; may be empty. */
  note: z.string(),
});

/** Maximum number of bookmarks. */
export const maxBookmarks = 10_000;

/**
 * Bookmarks of deliveries, kept beside the log so that they survive its repair. Several processes may change
 * them at once. Pruning keeps bookmarked deliveries.
 */
export interface BookmarkStore {
  /** Returns the bookmarks, oldest delivery first; some may mark deliveries that no longer exist. */
  list(): Promise<readonly Bookmark[]>;
  /**
   * Adds bookmarks, or changes the notes of existing ones. When the promise resolves, every reader of the log
   * finds them.
   * @throws {UsageError} there would be more than `maxBookmarks`
   * @throws {StoreDamagedError | StoreUnwritableError | StoreFullError | StoreBusyError}
   */
  put(bookmarks: readonly Bookmark[]): Promise<void>;
  /**
   * Removes the bookmark of a delivery if it has one.
   * @throws {StoreDamagedError | StoreUnwritableError | StoreFullError | StoreBusyError}
   */
  remove(delivery: Pick<Bookmark, "seq" | "receivedAt">): Promise<void>;
}
