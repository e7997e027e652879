import type { DatabaseSync } from "node:sqlite";

/**
 * Prepares the removal of deliveries and their related rows. It runs inside a transaction, and returns the
 * number of removed deliveries.
 */
export function prepareRemoval(db: DatabaseSync): (seqs: readonly number[]) => number {
  const theseSeqs = "seq IN (SELECT value FROM json_each(?))";
  const largeBodies = db.prepare(
    `SELECT DISTINCT body_id AS id FROM contents WHERE body_id IS NOT NULL AND ${theseSeqs}`,
  );
  const removeContents = db.prepare(`DELETE FROM contents WHERE ${theseSeqs}`);
  const removeAttempts = db.prepare(`DELETE FROM attempts WHERE ${theseSeqs}`);
  const removeResponses = db.prepare(`DELETE FROM responses WHERE ${theseSeqs}`);
  const removeJobs = db.prepare(
    "DELETE FROM jobs WHERE lane IN (SELECT CAST(value AS TEXT) FROM json_each(?))",
  );
  const removeRows = db.prepare(`DELETE FROM deliveries WHERE ${theseSeqs}`);
  const removeUnused = db.prepare(
    "DELETE FROM bodies WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM contents WHERE body_id = ?1)",
  );
  const account = db.prepare("UPDATE log SET removed = removed + :rows, pruned_to = max(pruned_to, :newest)");

  return (seqs) => {
    if (seqs.length === 0) return 0;
    const newest = Math.max(...seqs);
    const list = JSON.stringify(seqs);
    const bodies = largeBodies.all(list);
    removeContents.run(list);
    removeAttempts.run(list);
    removeResponses.run(list);
    removeJobs.run(list);
    const rows = Number(removeRows.run(list).changes);
    for (const { id } of bodies) removeUnused.run(Number(id));
    account.run({ rows, newest });
    return rows;
  };
}
