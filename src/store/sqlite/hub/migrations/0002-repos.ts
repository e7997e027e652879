import type { Migration } from "../../migrate.ts";

/**
 * `repos`: the git repository of each is kept under its id. Names are unique whatever their case, as on the Hub.
 * `open_changes`: the refs a repo had before a change whose event is not accepted yet; what is left of a killed process is announced later.
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
