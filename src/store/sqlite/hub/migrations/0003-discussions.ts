import type { Migration } from "../../migrate.ts";

/**
 * Discussions and pull requests of a repo share their numbers; `discussion_numbers` has the last one, so that
 * numbers of deleted ones are not reused. `base` is the target branch of a pull request. `discussion_records`
 * has events in the order of `place`.
 */
export const discussions: Migration = {
  version: 3,
  sql: `
    CREATE TABLE discussion_numbers (
      repo_id TEXT PRIMARY KEY REFERENCES repos (id) ON DELETE CASCADE,
      last INTEGER NOT NULL
    ) WITHOUT ROWID;

    CREATE TABLE discussions (
      id TEXT NOT NULL PRIMARY KEY,
      repo_id TEXT NOT NULL REFERENCES repos (id) ON DELETE CASCADE,
      num INTEGER NOT NULL,
      title TEXT NOT NULL,
      status TEXT NOT NULL CHECK (status IN ('draft', 'open', 'closed', 'merged')),
      base TEXT,
      author TEXT NOT NULL,
      pinned INTEGER NOT NULL,
      merge_commit_id TEXT,
      created_at TEXT NOT NULL,
      UNIQUE (repo_id, num)
    );

    CREATE TABLE discussion_records (
      place INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL,
      discussion TEXT NOT NULL REFERENCES discussions (id) ON DELETE CASCADE,
      type TEXT NOT NULL,
      author TEXT NOT NULL,
      created_at TEXT NOT NULL,
      data TEXT NOT NULL,
      UNIQUE (discussion, id)
    );
  `,
};
