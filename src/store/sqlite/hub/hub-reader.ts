import { join } from "node:path";
import { statFile } from "../../file-error.ts";
import type { HubReader } from "../../hub-reader.ts";
import { unreadableJobs } from "../jobs-table.ts";
import { assertKnownVersion } from "../migrate.ts";
import { openExisting } from "../open-existing.ts";
import type { Row } from "../rows.ts";
import { storeError } from "../sqlite-error.ts";
import { dispatchColumns, dispatchFromRow, dispatchTables } from "./activity-rows.ts";
import { hubFile } from "./hub-file.ts";
import { jobListColumns, jobRunFromRow } from "./job-records.ts";
import { webhookFromRow } from "./webhook-registry.ts";

/**
 * Opens hub.db of a data directory for reading; returns null if there is none. Does not migrate it.
 * @throws {StoreDamagedError | StoreVersionError | StoreUnwritableError} also from each method
 */
export function openHubReader(dataDir: string): HubReader | null {
  const file = join(dataDir, hubFile.name);
  const reading = <T>(read: () => T): T => {
    try {
      return read();
    } catch (error) {
      throw storeError(error, file);
    }
  };
  if (reading(() => statFile(file)) === undefined) return null;
  const db = reading(() => openExisting(file));
  try {
    reading(() => assertKnownVersion(db, hubFile.migrations, file));
  } catch (error) {
    db.close();
    throw error;
  }
  const all = (sql: string, ...params: (string | number)[]): readonly Row[] =>
    reading(() => db.prepare(sql).all(...params));
  return {
    webhooks: () => all("SELECT * FROM webhooks ORDER BY place").map(webhookFromRow),
    jobs: (limit) =>
      all(`SELECT ${jobListColumns} FROM job_runs ORDER BY place DESC LIMIT ?`, limit).map(jobRunFromRow),
    dispatches: (webhookId, limit) =>
      all(
        `SELECT ${dispatchColumns} FROM ${dispatchTables} WHERE d.webhook = ? ORDER BY d.id DESC LIMIT ?`,
        webhookId,
        limit,
      ).map(dispatchFromRow),
    unreadableJobs: () => Number(all(unreadableJobs)[0]?.["n"]),
    close: () => db.close(),
  };
}
