import type { Migration } from "../../migrate.ts";

/**
 * `repos`: git repositories are stored by id. Names are unique case-insensitively, as on the Hub.
 * `open_changes`: refs of a repo before a change whose event is not accepted yet; the next start sends the
 * events of a killed process.
 */
export const repos: Migration = {
  version: 2,
  sql: `
    CREATE TABLE repos (
      place INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      type TEXT NOT NULL,
      name TEXT NOT NULL COLLATE NOCASE,
      private INTEGER NOT NULL,
      gated TEXT,
      sdk TEXT,
      created_at TEXT NOT NULL,
      UNIQUE (type, name)
    );

    CREATE TABLE open_changes (
      repo TEXT PRIMARY KEY,
      endpoint TEXT NOT NULL,
      refs TEXT NOT NULL
    ) WITHOUT ROWID;
  `,
};
