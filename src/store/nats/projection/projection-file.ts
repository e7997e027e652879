import { randomInt } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { lastSeqOf } from "../../sqlite/deliveries/log-totals.ts";
import { prepareRead } from "../../sqlite/deliveries/projection-position.ts";
import { createReadConnection } from "../../sqlite/deliveries/read-connection.ts";
import type { ProjectorUpdate } from "./projector.ts";

/** Change by another process, which does not report its progress with the streams. */
export type FileUpdate = Pick<ProjectorUpdate, "projected" | "log">;

/** Interval at which the file is read, in milliseconds. A read of an unchanged file takes microseconds. */
const readEveryMs = 50;

/** Watch over the tables that another process writes. */
export interface WatchedFile {
  close(): void;
}

/** Calls `onUpdate` after each change of the tables of a directory by another process. */
export function watchProjection(dir: string, onUpdate: (update: FileUpdate) => void): WatchedFile {
  const connection = createReadConnection(dir);
  let seen: {
    readonly db: DatabaseSync;
    readonly version: number;
    readonly read: () => FileUpdate;
  } | null = null;
  // Starts at random, as in the process that writes.
  let revision = randomInt(2 ** 47);

  function look(db: DatabaseSync): void {
    const version = Number(db.prepare("PRAGMA data_version").get()?.["data_version"]);
    if (seen?.db === db && seen.version === version) return;
    if (db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'projection'").get() === undefined) return;
    const read = seen?.db === db ? seen.read : prepareUpdate(db);
    seen = { db, version, read };
    revision += 1;
    onUpdate(read());
  }

  function prepareUpdate(db: DatabaseSync): () => FileUpdate {
    const readPosition = prepareRead(db);
    return () => ({ projected: readPosition(), log: { seq: lastSeqOf(db), revision } });
  }

  function lookAgain(): void {
    try {
      connection.read(look, undefined);
    } catch {
      // The file is being replaced, or its writer reports the problem.
    }
  }

  const timer = setInterval(lookAgain, readEveryMs);
  timer.unref();
  lookAgain();
  return {
    close() {
      clearInterval(timer);
      connection.close();
    },
  };
}
