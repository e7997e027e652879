import type { DatabaseSync } from "node:sqlite";
import type { Dispatch } from "../../../model/dispatch.ts";
import type { Activity } from "../../activity.ts";
import type { GroupCommit } from "../group-commit.ts";
import { prepareJobStatements } from "../jobs-table.ts";
import type { ActivityChanges } from "./activity-changes.ts";
import { dispatchColumns, dispatchFromRow, dispatchTables } from "./activity-rows.ts";
import type { ActivityTrim } from "./trim-activity.ts";

/** Reason that a dropped dispatch has instead of an answer. */
const droppedReason = "dropped before it was sent";

/** Prepares what a person does with one dispatch: to send it now, or not at all. */
export function prepareDispatchActions(
  db: DatabaseSync,
  commits: GroupCommit,
  changes: ActivityChanges,
  trim: ActivityTrim,
): Pick<Activity, "hasten" | "drop" | "abandon"> {
  const jobs = prepareJobStatements(db);
  const find = db.prepare(
    `SELECT d.job, ${dispatchColumns} FROM ${dispatchTables} WHERE d.webhook = ? AND d.id = ?`,
  );
  const giveUp = db.prepare("UPDATE dispatches SET outcome = 'dead', last_error = ? WHERE id = ?");

  const giveUpOf = db.prepare(
    "UPDATE dispatches SET outcome = 'dead', last_error = ? WHERE job = ? AND outcome IS NULL RETURNING webhook",
  );

  /** Changes the job of a dispatch, and returns the dispatch after it; null if the webhook has no such dispatch. */
  function act(webhookId: string, id: number, change: (job: number) => void): Dispatch | null {
    const job = find.get(webhookId, id)?.["job"];
    if (typeof job === "number") change(job);
    const row = find.get(webhookId, id);
    return row === undefined ? null : dispatchFromRow(row);
  }

  return {
    hasten: (webhookId, id, nowMs) =>
      commits.add(() => {
        const dispatch = act(webhookId, id, (job) => jobs.hasten(job, nowMs));
        changes.changed(webhookId);
        return dispatch;
      }),
    abandon: (job, reason) =>
      commits.add(() => {
        jobs.setApart(job);
        for (const { webhook } of giveUpOf.all(reason, job)) {
          trim.ended(String(webhook));
          changes.changed(String(webhook));
        }
      }),
    drop: (webhookId, id) =>
      commits.add(() => {
        let waited = false;
        const dispatch = act(webhookId, id, (job) => {
          waited = jobs.removeWaiting(job);
          if (!waited) return;
          giveUp.run(droppedReason, id);
          trim.ended(webhookId);
          changes.changed(webhookId);
        });
        return dispatch === null ? null : { dispatch, waited };
      }),
  };
}
