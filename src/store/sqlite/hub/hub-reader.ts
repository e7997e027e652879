import { existsSync } from "node:fs";
import { join } from "node:path";
import type { HubReader } from "../../hub-reader.ts";
import { unreadableJobs } from "../jobs-table.ts";
import { openExisting } from "../open-existing.ts";
import { dispatchColumns, dispatchFromRow, dispatchTables } from "./activity-rows.ts";
import { jobListColumns, jobRunFromRow } from "./job-records.ts";
import { webhookFromRow } from "./webhook-registry.ts";

/** Opens hub.db of a data directory for reading; returns null if there is none. Does not migrate it. */
export function openHubReader(dataDir: string): HubReader | null {
  const file = join(dataDir, "hub.db");
  if (!existsSync(file)) return null;
  const db = openExisting(file);
  return {
    webhooks: () => db.prepare("SELECT * FROM webhooks ORDER BY place").all().map(webhookFromRow),
    jobs: (limit) =>
      db
        .prepare(`SELECT ${jobListColumns} FROM job_runs ORDER BY place DESC LIMIT ?`)
        .all(limit)
        .map(jobRunFromRow),
    dispatches: (webhookId, limit) =>
      db
        .prepare(
          `SELECT ${dispatchColumns} FROM ${dispatchTables} WHERE d.webhook = ? ORDER BY d.id DESC LIMIT ?`,
        )
        .all(webhookId, limit)
        .map(dispatchFromRow),
    unreadableJobs: () => Number(db.prepare(unreadableJobs).get()?.["n"]),
    close: () => db.close(),
  };
}
