import { existsSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import type { ReportedProjection, UnreadableMessages } from "../../admin.ts";
import { openExisting } from "../open-existing.ts";
import { deliveriesFile } from "./deliveries-file.ts";

/** Position of a projection in the log that it copies. */
export interface ProjectionPosition {
  /** Identity of the log; empty before the first batch. Another log cannot be continued from this position. */
  readonly stream: string;
  /** Time from which deliveries were copied, in milliseconds since 1970. */
  readonly sinceMs: number;
  /** Highest seq of the deliveries that were read; 0 before the first. */
  readonly seq: number;
  /** Highest number of the changes that were read; 0 before the first. */
  readonly event: number;
}

const noPosition: ProjectionPosition = { stream: "", sinceMs: 0, seq: 0, event: 0 };

/**
 * Tables of a projection beside those of a log. Not a migration: other logs do not have them.
 * `projected_receivers` has the receivers of pending deliveries, `unreadable_messages` the number of messages that were
 * left out.
 */
const tables = `
  CREATE TABLE IF NOT EXISTS projection (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    stream TEXT NOT NULL,
    since_at INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    event INTEGER NOT NULL
  );
  CREATE TABLE IF NOT EXISTS projected_receivers (seq INTEGER PRIMARY KEY, receiver TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS unreadable_messages (stream TEXT PRIMARY KEY, messages INTEGER NOT NULL, last INTEGER NOT NULL);
`;

/** Stored position of a projection. */
export interface PositionTable {
  read(): ProjectionPosition;
  /** Replaces the position inside the caller's transaction. */
  write(position: ProjectionPosition): void;
}

/** Creates missing tables, and prepares reading and writing the position. */
export function preparePosition(db: DatabaseSync): PositionTable {
  db.exec(tables);
  const select = prepareRead(db);
  const write = db.prepare(
    "INSERT OR REPLACE INTO projection (id, stream, since_at, seq, event) VALUES (1, ?, ?, ?, ?)",
  );
  return {
    read: select,
    write: ({ stream, sinceMs, seq, event }) => void write.run(stream, sinceMs, seq, event),
  };
}

/** Returns the messages that a projection left out. One of an earlier version has not counted them. */
export function unreadableIn(db: DatabaseSync): readonly UnreadableMessages[] {
  const hasTable = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'unreadable_messages'").get();
  if (hasTable === undefined) return [];
  return db
    .prepare("SELECT stream, messages, last FROM unreadable_messages ORDER BY stream DESC")
    .all()
    .map(({ stream, messages, last }) => ({
      stream: stream === "deliveries" ? "deliveries" : "changes",
      count: Number(messages),
      last: Number(last),
    }));
}

/** Prepares reading the position of a database with the tables of a projection. */
export function prepareRead(db: DatabaseSync): () => ProjectionPosition {
  const select = db.prepare("SELECT stream, since_at, seq, event FROM projection");
  return () => {
    const row = select.get();
    if (row === undefined) return noPosition;
    return {
      stream: String(row["stream"]),
      sinceMs: Number(row["since_at"]),
      seq: Number(row["seq"]),
      event: Number(row["event"]),
    };
  };
}

/**
 * Reads how far the projection of a directory is; null if there is none.
 * @param lastSeq seq of the newest delivery of the log
 */
export function readProjection(dir: string, lastSeq: number): ReportedProjection | null {
  const file = join(dir, deliveriesFile.name);
  if (!existsSync(file)) return null;
  const db = openExisting(file);
  try {
    const { seq } = prepareRead(db)();
    return { path: dir, seq, lag: Math.max(0, lastSeq - seq), unreadable: unreadableIn(db) };
  } finally {
    db.close();
  }
}
