import type { DatabaseSync } from "node:sqlite";
import { endedDispatchesKept } from "../../activity.ts";
import type { GroupCommit } from "../group-commit.ts";

/** Maximum number of dispatches removed per transaction: a few milliseconds of work. */
const stepRows = 200;

/**
 * Number of completed dispatches of a webhook between two counts, so that not every dispatch causes a
 * removal.
 */
const countEvery = 100;

/** Background removal of excess dispatches and of those of deleted webhooks. */
export interface ActivityTrim {
  /** Counts a completed dispatch; called inside its transaction. */
  ended(webhookId: string): void;
  /** Removes all dispatches of a deleted webhook. */
  forget(webhookId: string): void;
}

/**
 * Creates the removal of the oldest completed dispatches of each webhook, which runs in the background in
 * bounded steps. Also removes the dispatches of webhooks that were deleted before this start.
 */
export function createActivityTrim(db: DatabaseSync, commits: GroupCommit): ActivityTrim {
  // Indexes answer both counts: a dispatch is completed if no job waits for it.
  const countEnded = db.prepare(`
    SELECT (SELECT count(*) FROM dispatches WHERE webhook = :webhook)
      - (SELECT count(*) FROM jobs WHERE lane = :webhook AND state IN ('later', 'ready', 'leased', 'held')) AS n`);
  const oldestEnded = db.prepare(
    "SELECT id, job FROM dispatches WHERE webhook = ? AND outcome IS NOT NULL ORDER BY id LIMIT ?",
  );
  const oldest = db.prepare("SELECT id, job FROM dispatches WHERE webhook = ? ORDER BY id LIMIT ?");
  const removals = [
    "DELETE FROM dispatch_attempts WHERE dispatch IN (SELECT value FROM json_each(:dispatches))",
    "DELETE FROM dispatch_payloads WHERE dispatch IN (SELECT value FROM json_each(:dispatches))",
    "DELETE FROM dispatches WHERE id IN (SELECT value FROM json_each(:dispatches))",
  ].map((sql) => db.prepare(sql));
  const removeJobs = db.prepare("DELETE FROM jobs WHERE id IN (SELECT value FROM json_each(?))");
  const forgetSending = [
    "DELETE FROM webhook_sending WHERE webhook = ?",
    "DELETE FROM webhook_triggers WHERE webhook = ?",
    "DELETE FROM webhook_hours WHERE webhook = ?",
  ].map((sql) => db.prepare(sql));
  // Steps through the index by name, so that the cost depends on the number of webhooks, not of dispatches.
  const orphans = db.prepare(`
    WITH RECURSIVE named (webhook) AS (
      SELECT min(webhook) FROM dispatches
      UNION ALL SELECT (SELECT min(d.webhook) FROM dispatches AS d WHERE d.webhook > named.webhook) FROM named
      WHERE named.webhook IS NOT NULL)
    SELECT webhook FROM named WHERE webhook IS NOT NULL AND webhook NOT IN (SELECT id FROM webhooks)`);

  /** Completed dispatches since the last count, by webhook. */
  const endedSince = new Map<string, number>();
  const tooMany = new Set<string>();
  const forgotten = new Set(orphans.all().map((row) => String(row["webhook"])));
  let scheduled = false;

  function removeRows(rows: readonly Record<string, unknown>[]): void {
    const dispatches = JSON.stringify(rows.map((row) => Number(row["id"])));
    for (const removal of removals) removal.run({ dispatches });
    removeJobs.run(JSON.stringify(rows.map((row) => row["job"]).filter((job) => job !== null)));
  }

  function step(): void {
    const [gone] = forgotten;
    const [crowded] = tooMany;
    if (gone !== undefined) {
      const rows = oldest.all(gone, stepRows);
      removeRows(rows);
      if (rows.length < stepRows) {
        for (const forget of forgetSending) forget.run(gone);
        forgotten.delete(gone);
        endedSince.delete(gone);
      }
    } else if (crowded !== undefined) {
      const excess = Number(countEnded.get({ webhook: crowded })?.["n"]) - endedDispatchesKept;
      const wanted = Math.max(0, Math.min(excess, stepRows));
      removeRows(oldestEnded.all(crowded, wanted));
      endedSince.delete(crowded);
      if (excess <= stepRows) tooMany.delete(crowded);
    }
  }

  function schedule(): void {
    if (scheduled || forgotten.size + tooMany.size === 0) return;
    scheduled = true;
    setImmediate(() => void run());
  }

  async function run(): Promise<void> {
    try {
      await commits.add(step, "batched");
    } catch {
      // Full disk or closing store: the next dispatch or start finds the excess again.
      tooMany.clear();
      forgotten.clear();
      endedSince.clear();
    }
    scheduled = false;
    schedule();
  }

  schedule();
  return {
    ended(webhookId) {
      const count = (endedSince.get(webhookId) ?? 0) + 1;
      endedSince.set(webhookId, count);
      if (count < countEvery) return;
      tooMany.add(webhookId);
      schedule();
    },
    forget(webhookId) {
      forgotten.add(webhookId);
      schedule();
    },
  };
}
