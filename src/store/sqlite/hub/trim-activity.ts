import type { DatabaseSync } from "node:sqlite";
import { endedDispatchesKept } from "../../activity.ts";
import type { GroupCommit } from "../group-commit.ts";

/** Dispatches removed in one transaction: a few milliseconds between two others. */
const stepRows = 200;

/** It is counted again after so many, so that not every dispatch causes a removal. */
const slack = 100;

export interface ActivityTrim {
  /** To be called inside the transaction in which a dispatch came to its end. */
  ended(webhookId: string): void;
  /** The webhook is deleted: all its dispatches go. */
  forget(webhookId: string): void;
}

/** Keeps the newest dispatches of each webhook that are over, in the background, a bounded step at a time. */
export function createActivityTrim(db: DatabaseSync, commits: GroupCommit): ActivityTrim {
  // Both parts by an index alone: those that are over are those that no job waits for.
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
  ].map((sql) => db.prepare(sql));
  // One name after the other by the index, so that the cost is that of the webhooks and not of their dispatches.
  const orphans = db.prepare(`
    WITH RECURSIVE named (webhook) AS (
      SELECT min(webhook) FROM dispatches
      UNION ALL SELECT (SELECT min(d.webhook) FROM dispatches AS d WHERE d.webhook > named.webhook) FROM named
      WHERE named.webhook IS NOT NULL)
    SELECT webhook FROM named WHERE webhook IS NOT NULL AND webhook NOT IN (SELECT id FROM webhooks)`);

  /** How many dispatches of a webhook have come to their end since they were counted. */
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
      // A full disk or a closing store: what is too much is still there, and the next dispatch or start finds it again.
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
      if (count < slack) return;
      tooMany.add(webhookId);
      schedule();
    },
    forget(webhookId) {
      forgotten.add(webhookId);
      schedule();
    },
  };
}
