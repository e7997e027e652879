import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { highestImportedSeq } from "../../../../model/delivery.ts";
import { UsageError } from "../../../../model/errors.ts";
import type { ImportedLog, ImportOptions } from "../../../delivery-log.ts";
import { StoreDamagedError } from "../../../errors.ts";
import type { GroupCommit } from "../../group-commit.ts";
import { reportDamage } from "../../health.ts";
import { assertKnownVersion } from "../../migrate.ts";
import { openFinished } from "../../open-existing.ts";
import { headersFromText, type Row } from "../../rows.ts";
import { bisect } from "../../salvage.ts";
import { keyRange, prepareInsert, readOr } from "../../salvage.ts";
import { storeError } from "../../sqlite-error.ts";
import { deliveriesFile } from "../deliveries-file.ts";
import { attemptFromRow, isDelivery } from "../delivery-rows.ts";
import { createBackgroundSteps } from "../disk-space/background-steps.ts";
import { prepareEventPlace } from "../events.ts";
import { prepareKnown } from "../known-deliveries.ts";
import { isIntact, prepareLargeBodies } from "../large-bodies.ts";
import { logIdOf } from "../log-totals.ts";
import { linesFromText } from "../response-rows.ts";
import { searchFileName } from "../search/search-file.ts";
import { blockOf } from "../summary/summarize.ts";
import { bodyLost, rowLost } from "./repair-log.ts";

/**
 * Number of keys read, and maximum number of rows added, per transaction: a few milliseconds between two
 * appends.
 */
const stepKeys = 256;

/** Maximum size of the headers and the body of a row, in bytes; more is not read into memory. */
const maxContentBytes = 128 * 1_048_576;

/** Maximum number of attempts of a delivery; a schedule has fewer. */
const maxAttempts = 1_000;

/** Counter of the seqs of the log that rows are added to; used inside transactions. */
export interface SeqCounter {
  /** Returns the highest assigned seq. */
  last(): number;
  /** Registers the seq of an added row, which may be above `last`. */
  taken(seq: number, outcome: string): void;
}

/**
 * Creates the import of a set-aside log or a backup into a log. Rows of the same log keep their seq if it is
 * free, or if the row there was only recovered in part. Other rows are compared by time, route and SHA-256,
 * and get new seqs in their order.
 */
export function createLogImport(
  db: DatabaseSync,
  dataDir: string,
  commits: GroupCommit,
  counter: SeqCounter,
): (file: string, options?: ImportOptions) => Promise<Omit<ImportedLog, "file">> {
  const step = createBackgroundSteps(db, commits);
  const rowOf = db.prepare("SELECT seq, received_at, route, sha256, reason FROM deliveries WHERE seq = ?");
  const isKnown = prepareKnown(db);
  const addGap = db.prepare("UPDATE log SET removed = removed + ?");
  const idOfLarge = prepareLargeBodies(db);
  const removals = ["deliveries", "contents", "attempts", "responses"].map((table) =>
    db.prepare(`DELETE FROM ${table} WHERE seq = ?`),
  );
  const forgetSummary = db.prepare("DELETE FROM blocks WHERE block = ?");

  return async (file, { signal } = {}) => {
    const source = openSource(dataDir, file);
    try {
      const sameLog = readOr(() => logIdOf(source), null) === logIdOf(db);
      const { first, last } = keyRange(source, "deliveries", "seq");
      const select = source.prepare("SELECT * FROM deliveries WHERE seq BETWEEN ? AND ? ORDER BY seq");
      const nextSeq = source.prepare("SELECT min(seq) AS seq FROM deliveries WHERE seq >= ?");
      const add = prepareAdd(source, db, idOfLarge);
      const newSeqs = new Map<number, number>();
      const lastBefore = counter.last();
      let unreadable = rowsOutside(source);
      let imported = 0;
      let skipped = 0;

      /** Returns the seq of a row; null if the log has the row. */
      const place = (row: Row): number | null => {
        const seq = Number(row["seq"]);
        const there = sameLog ? rowOf.get(seq) : undefined;
        if (there !== undefined && isPart(there) && !isPart(row) && add.hasContent(seq)) return seq;
        if (there !== undefined && identity(there) === identity(row)) return null;
        if (sameLog && there === undefined) return seq;
        const { received_at: atMs = null, route = null, sha256 = null } = row;
        return isKnown([atMs, route, sha256], lastBefore) ? null : counter.last() + 1;
      };

      const addRow = (row: Row): boolean => {
        const seq = place(row);
        if (seq === null) return false;
        const last = counter.last();
        if (rowOf.get(seq) === undefined) {
          // `removed` counts the seqs without a row.
          addGap.run(seq > last ? seq - last - 1 : -1);
        } else for (const removal of removals) removal.run(seq);
        newSeqs.set(Number(row["seq"]), seq);
        add.row(row, seq, (other) => newSeqs.get(other) ?? (sameLog ? other : null));
        forgetSummary.run(blockOf(seq));
        counter.taken(seq, String(row["outcome"]));
        return true;
      };

      const end = Math.min(last, highestImportedSeq);
      for (let from = Math.max(first, 1); from <= end; from += stepKeys) {
        if (signal?.aborted === true) break;
        // A hostile file may contain a gap of any size between two seqs.
        const next = readOr(() => nextSeq.get(from)?.["seq"], from);
        from = typeof next === "number" ? next : end + 1;
        if (from > end) break;
        const rows: Row[] = [];
        const lost = bisect(from, Math.min(from + stepKeys - 1, end), (low, high) => {
          rows.push(...rowsOf(select, low, high));
        });
        const whole = rows.filter(isDelivery).toSorted((a, b) => Number(a["seq"]) - Number(b["seq"]));
        unreadable += lost + rows.length - whole.length;
        const added = await step(() => whole.filter(addRow).length);
        imported += added;
        skipped += whole.length - added;
      }
      // Marks the word index to be rebuilt: rows below its position would never be indexed.
      if (sameLog && imported > 0) reportDamage(join(dataDir, searchFileName));
      return { imported, skipped, unreadable };
    } catch (error) {
      throw storeError(error, file);
    } finally {
      source.close();
    }
  };
}

/** Counts the rows whose seq no log assigns. */
function rowsOutside(source: DatabaseSync): number {
  const [low, high] = ["seq < 1", `seq > ${highestImportedSeq}`].map((condition) =>
    source.prepare(`SELECT count(*) AS n FROM (SELECT 1 FROM deliveries WHERE ${condition} LIMIT 1000000)`),
  );
  return [low, high].reduce((sum, count) => sum + Number(readOr(() => count?.get()?.["n"], 0)), 0);
}

/** Reads the rows of a range. More rows than keys indicate a damaged tree, possibly endless. */
function rowsOf(select: StatementSync, low: number, high: number): readonly Row[] {
  const rows: Row[] = [];
  for (const row of select.iterate(low, high)) {
    rows.push(row);
    if (rows.length > high - low + 1) return [];
  }
  return rows;
}

/** Returns true for a row that was recovered in part. */
function isPart({ reason }: Row): boolean {
  return typeof reason === "string" && (reason.includes(bodyLost) || reason.includes(rowLost));
}

/** Returns a key that identifies a delivery without its seq. */
function identity(row: Row): string {
  return `${String(row["received_at"])} ${String(row["sha256"])} ${String(row["route"])}`;
}

/**
 * Opens the file to import and checks that it is a log.
 * @throws {UsageError | StoreDamagedError | StoreVersionError | StoreUnwritableError}
 */
function openSource(dataDir: string, file: string): DatabaseSync {
  if (!existsSync(file)) throw new UsageError({ what: `there is no file ${file}`, hint: "Check the path" });
  if (realpathSync(file) === realpathSync(join(dataDir, deliveriesFile.name))) {
    throw new UsageError({ what: `${file} is the log itself`, hint: "Choose a set-aside log or a backup" });
  }
  let source: DatabaseSync | null = null;
  try {
    source = openFinished(file);
    assertKnownVersion(source, deliveriesFile.migrations, file);
    source.prepare("SELECT seq FROM deliveries WHERE seq = 0");
    assertPlainTables(source, file);
    return source;
  } catch (error) {
    source?.close();
    if (!(error instanceof Error && "errcode" in error)) throw error;
    throw new StoreDamagedError({
      what: `${file} cannot be read as a log of deliveries`,
      why: error.message,
      hint: "Choose a set-aside log or a backup; .recover of the sqlite3 command may recover more of a damaged file",
      cause: error,
    });
  }
}

/** Tables that are read, and the first column of their primary key. */
const readTables: Readonly<Record<string, string>> = {
  log: "id",
  deliveries: "seq",
  contents: "seq",
  attempts: "seq",
  responses: "seq",
  bodies: "id",
};

/**
 * Refuses a file in which a table of a log is something else: a view, a virtual table and a generated column compute their
 * rows, and one without the key would be searched as a whole for each delivery.
 * @throws {StoreDamagedError}
 */
function assertPlainTables(source: DatabaseSync, file: string): void {
  const objects = source.prepare("SELECT type, name, sql FROM sqlite_schema").all();
  for (const [table, key] of Object.entries(readTables)) {
    const found = objects.filter(({ name }) => String(name).toLowerCase() === table);
    if (found.length === 0) continue;
    const columns = source.prepare("SELECT name, pk, hidden FROM pragma_table_xinfo(?)").all(table);
    const isPlain =
      found.every(({ type, sql }) => type === "table" && !/^\s*CREATE\s+VIRTUAL/i.test(String(sql))) &&
      columns.every(({ hidden }) => hidden === 0) &&
      columns.some(({ name, pk }) => name === key && pk === 1);
    if (isPlain) continue;
    throw new StoreDamagedError({
      what: `${file} cannot be read as a log of deliveries`,
      why: `${table} is no table of hooklens`,
      hint: "Choose a set-aside log or a backup",
    });
  }
}

/** Rows of an imported file. */
interface SourceRows {
  /** Returns true if headers and body of a row can be read. */
  hasContent(seq: number): boolean;
  /**
   * Adds a row and the readable rows that refer to it, under a seq.
   * @param seqHere returns the seq in the log of another row of the file; null if unknown
   */
  row(row: Row, seq: number, seqHere: (seq: number) => number | null): void;
}

function prepareAdd(
  source: DatabaseSync,
  db: DatabaseSync,
  idOfLarge: ReturnType<typeof prepareLargeBodies>,
): SourceRows {
  const insertRow = prepareInsert(db, "deliveries");
  const placeOf = prepareEventPlace(db);
  const insertContent = prepareInsert(db, "contents");
  const contentOf = source.prepare(
    `SELECT * FROM contents WHERE seq = ? AND octet_length(headers) + octet_length(body) <= ${maxContentBytes}`,
  );
  const largeOf = hasTable(source, "bodies")
    ? source.prepare(`SELECT * FROM bodies WHERE id = ? AND octet_length(data) <= ${maxContentBytes}`)
    : null;
  const others = ["attempts", "responses"]
    .filter((table) => hasTable(source, table))
    .map((table) => ({
      insert: prepareInsert(db, table),
      isValid: table === "attempts" ? isAttempt : isResponse,
      rowsOf: source.prepare(`SELECT * FROM ${table} WHERE seq = ? LIMIT ${maxAttempts}`),
    }));

  function contentIn(seq: number): Row | null {
    const content = contentOf.get(seq);
    const bodyId = content?.["body_id"] ?? null;
    if (content === undefined || !hasHeaders(content)) return null;
    if (bodyId === null) return content;
    const large = largeOf?.get(Number(bodyId));
    if (large === undefined) return null;
    const { sha256, coding, data } = large;
    if (!(sha256 instanceof Uint8Array) || !(data instanceof Uint8Array)) return null;
    const body = { sha256, coding: coding === "zstd" ? "zstd" : "plain", data } as const;
    return isIntact(body, maxContentBytes) ? { ...content, body_id: idOfLarge(body) } : null;
  }

  function addRow(row: Row, seq: number, seqHere: (seq: number) => number | null): void {
    const old = Number(row["seq"]);
    const content = readOr(() => contentIn(old), null);
    const here = (other: Row[string]): number | null => (other === null ? null : seqHere(Number(other)));
    const replayOf = here(row["replay_of"] ?? null);
    const { eventOf, duplicateOf } = placeOf(seq, {
      route: textOf(row["route"]),
      sha256: textOf(row["sha256"]),
      key: textOf(row["dedupe_key"]),
      isLimited: typeof row["dedupe_within"] === "number",
      replayOf: row["edited"] === 1 ? null : replayOf,
    });
    insertRow({
      ...row,
      seq,
      event_of: eventOf,
      // Its receiver has ended.
      outcome: row["outcome"] === "pending" ? "interrupted" : (row["outcome"] ?? null),
      replay_of: replayOf,
      duplicate_of: duplicateOf ?? here(row["duplicate_of"] ?? null),
      reason:
        content === null ? [row["reason"], bodyLost].filter(Boolean).join("; ") : (row["reason"] ?? null),
    });
    insertContent({ ...(content ?? { headers: "[]", body: new Uint8Array(), body_id: null }), seq });
    for (const { insert, isValid, rowsOf } of others) {
      for (const other of readOr(() => rowsOf.all(old), []).filter(isValid)) insert({ ...other, seq });
    }
  }

  return { hasContent: (seq) => readOr(() => contentIn(seq), null) !== null, row: addRow };
}

function textOf(value: Row[string] | undefined): string | null {
  return typeof value === "string" ? value : null;
}

function hasHeaders({ headers }: Row): boolean {
  return reads(() => headersFromText(headers));
}

function isAttempt(row: Row): boolean {
  return reads(() => new Date(attemptFromRow(row).startedAt).toISOString());
}

function isResponse({ console }: Row): boolean {
  return reads(() => linesFromText(console));
}

function reads(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch {
    return false;
  }
}

function hasTable(db: DatabaseSync, table: string): boolean {
  return db.prepare("SELECT 1 FROM sqlite_schema WHERE name = ?").get(table) !== undefined;
}
