import { hash } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { count, plural } from "../../../../text/numbers.ts";
import { reportDamage } from "../../health.ts";
import { openExisting } from "../../open-existing.ts";
import { columnsOf, type Repair, readOr } from "../../salvage.ts";
import { isDelivery, rowColumns } from "../delivery-rows.ts";
import { findEvents } from "../events.ts";
import { bodyColumns, bodyFromRow, largeBodyJoin } from "../large-bodies.ts";
import { type KnownSeq, readLastSeq } from "../last-seq.ts";
import { totalsOf } from "../log-totals.ts";
import { searchFileName } from "../search/search-file.ts";

/** Reasons of deliveries that were recovered in part: without their row, or without their body. */
export const rowLost = "only its headers and body could be read after the log was damaged";
export const bodyLost = "its body was lost when the log was damaged";

/**
 * Repairs deliveries.db. The log keeps its ID if it is readable there, in its mark or in search.db. New deliveries get
 * seqs above every seq that may have been assigned. A body without its row becomes an interrupted delivery; a
 * row without its body gets a reason.
 */
export const repairLog: Repair = (db, dataDir, damaged) => {
  const known = readKnown(dataDir);
  const log = readOr(() => damaged.db.prepare("SELECT * FROM log").get(), undefined);
  if (log !== undefined) {
    for (const column of columnsOf(db, "log").filter((name) => log[name] !== undefined)) {
      db.prepare(`UPDATE log SET ${column} = ?`).run(log[column] ?? null);
    }
  } else if (known !== null) db.prepare("UPDATE log SET log_id = ?").run(known.logId);

  const hasEvents = readOr(() => columnsOf(damaged.db, "deliveries").includes("event_of"), true);
  if (!hasEvents) db.exec(findEvents);
  removeGarbage(db);
  addRowsOfBodies(db);
  const withoutBody =
    "SELECT seq FROM contents WHERE body_id IS NOT NULL AND body_id NOT IN (SELECT id FROM bodies)";
  const { changes: bodiesLost } = db
    .prepare(
      `UPDATE deliveries SET reason = concat_ws('; ', reason, ?) WHERE seq IN (${withoutBody}) OR seq NOT IN (SELECT seq FROM contents)`,
    )
    .run(bodyLost);
  db.exec(`
    UPDATE contents SET body_id = NULL WHERE seq IN (${withoutBody});
    INSERT INTO contents (seq, headers, body) SELECT seq, '[]', x'' FROM deliveries WHERE seq NOT IN (SELECT seq FROM contents);
    DELETE FROM blocks;
    DELETE FROM block_names;
    DELETE FROM block_values;
    DELETE FROM attempts WHERE seq NOT IN (SELECT seq FROM deliveries);
    DELETE FROM responses WHERE seq NOT IN (SELECT seq FROM deliveries);
    DELETE FROM jobs WHERE CAST(lane AS INTEGER) NOT IN (SELECT seq FROM deliveries);
  `);

  const { rows, last } = db
    .prepare(
      "SELECT count(*) AS rows, max(coalesce(max(seq), 0), (SELECT pruned_to FROM log)) AS last FROM deliveries",
    )
    .get() ?? { rows: 0, last: 0 };
  const recovered = Number(rows);
  const isOurs = known !== null && (log === undefined || log["log_id"] === known.logId);
  const seen = Math.max(Number(last), isOurs ? known.seq : 0);
  const missing = seen - Number(log?.["removed"] ?? 0) - recovered;
  const highest = seen + damaged.unseenKeys;
  // Rows whose body is lost are indexed with its words, which a new index does not have.
  reportDamage(join(dataDir, searchFileName));
  db.prepare("UPDATE log SET pruned_to = ?, removed = ?").run(highest, highest - recovered);
  return `${plural(recovered, "delivery was", "deliveries were")} recovered, ${missingText(missing, damaged.unseenKeys === 0)}${bodiesText(Number(bodiesLost))}; new ones continue at ${highest + 1}`;
};

/**
 * Skips the seqs of deliveries that were acknowledged or indexed, and that `deliveries.db` no longer has. They are lost
 * without an error if the end of the WAL was damaged, or if a backup was restored.
 * @returns a message about the missing deliveries for the user; null if none is missing
 */
export function skipLostSeqs(db: DatabaseSync, dataDir: string): string | null {
  const { logId, rows, removed } = totalsOf(db);
  const known = readKnown(dataDir);
  if (known === null || known.logId !== logId) return null;
  const last = rows + removed;
  const lost = known.seq - last;
  if (lost <= 0) return null;
  db.prepare("UPDATE log SET pruned_to = ?, removed = removed + ?").run(known.seq, lost);
  return `${plural(lost, "delivery", "deliveries")} after ${last} ${lost === 1 ? "is" : "are"} missing: the end of the log was damaged, or an older copy was restored. New ones continue at ${known.seq + 1}`;
}

function bodiesText(lost: number): string {
  return lost === 0 ? "" : `, ${plural(lost, "body is", "bodies are")} lost`;
}

function missingText(missing: number, isAll: boolean): string {
  if (missing <= 0 && !isAll) return "an unknown number is missing";
  const text = `${count(Math.max(missing, 0))} ${missing === 1 ? "is" : "are"} missing`;
  return isAll ? text : `at least ${text}`;
}

/**
 * Removes invalid rows, which damaged pages may contain: one of them would make its page of the list
 * unreadable. Replaces invalid headers by none.
 */
function removeGarbage(db: DatabaseSync): void {
  const remove = db.prepare("DELETE FROM deliveries WHERE seq = ?");
  const garbage: number[] = [];
  for (const row of db.prepare(`SELECT ${rowColumns} FROM deliveries AS d`).iterate()) {
    if (!isDelivery(row)) garbage.push(Number(row["seq"]));
  }
  for (const seq of garbage) remove.run(seq);
  db.exec("UPDATE contents SET headers = '[]' WHERE NOT json_valid(headers)");
}

/** Adds rows for contents without one, so that their headers and bodies can be shown and replayed. */
function addRowsOfBodies(db: DatabaseSync): void {
  const insert = db.prepare(`
    INSERT INTO deliveries (seq, received_at, method, path, remote, bytes, sha256, auth, outcome, reason)
    VALUES (?1, coalesce((SELECT received_at FROM deliveries WHERE seq < ?1 ORDER BY seq DESC LIMIT 1),
      (SELECT received_at FROM deliveries WHERE seq > ?1 ORDER BY seq LIMIT 1), 0), 'POST', '/', '', ?2, ?3, 'open', 'interrupted', ?4)`);
  const orphans = db
    .prepare("SELECT seq FROM contents WHERE seq NOT IN (SELECT seq FROM deliveries) ORDER BY seq")
    .all();
  const contentOf = db.prepare(`SELECT ${bodyColumns} FROM contents AS c ${largeBodyJoin} WHERE c.seq = ?`);
  for (const { seq } of orphans) {
    const row = contentOf.get(Number(seq));
    const body = row === undefined ? new Uint8Array() : bodyFromRow(row);
    insert.run(Number(seq), body.length, hash("sha256", body, "hex"), rowLost);
  }
}

/** Returns the highest seq that the mark or the word index has seen; null if neither can be read. */
function readKnown(dataDir: string): KnownSeq | null {
  const mark = readLastSeq(dataDir);
  const index = readIndex(dataDir);
  if (mark === null || index === null) return mark ?? index;
  return mark.logId === index.logId && index.seq > mark.seq ? index : mark;
}

/**
 * Reads the log's ID and the highest indexed seq from `search.db`; null if it is missing or unreadable. Never throws:
 * an error of the index would be taken for one of the log.
 */
function readIndex(dataDir: string): KnownSeq | null {
  const file = join(dataDir, searchFileName);
  if (!existsSync(file)) return null;
  let db: DatabaseSync | null = null;
  try {
    db = openExisting(file);
    const row = db.prepare("SELECT log_id, indexed_seq FROM progress").get();
    const seq = Number(row?.["indexed_seq"]);
    return Number.isSafeInteger(seq) ? { logId: String(row?.["log_id"]), seq } : null;
  } catch {
    return null;
  } finally {
    db?.close();
  }
}
