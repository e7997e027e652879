import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import type { Delivery } from "../../../../model/delivery.ts";
import { matchesFilter, type Filter } from "../../../../model/filter.ts";
import type { PageQuery } from "../../../delivery-log.ts";
import type { Row } from "../../rows.ts";
import { isUnreadable } from "../../sqlite-error.ts";
import { markedColumns, deliveryFromRow } from "../delivery-rows.ts";
import { columnCondition, type SqlCondition } from "../filter-sql.ts";
import { prepareDeliveryText, textColumns, textJoin } from "./delivery-text.ts";
import type { SearchAttachment } from "./search-attachment.ts";

/** Log in parts without common rows. */
interface LogParts {
  /** Consecutive ranges, ascending. */
  readonly parts: readonly Part[];
  /** Indexed rows that have got their outcome since; null if there are none. */
  readonly settled: Part | null;
}

function allParts({ parts, settled }: LogParts): readonly Part[] {
  return settled === null ? parts : [...parts, settled];
}

/** Range of the log and the search for it. */
interface Part {
  readonly range: SeqRange;
  readonly search: WordSearch;
}

/** Returns up to `limit` rows that match a filter with words, from `anchor` in the direction of reading. */
export function wordRows(
  db: DatabaseSync,
  index: SearchAttachment,
  { filter, direction, limit }: PageQuery,
  anchor: number,
): Delivery[] {
  return acrossParts(db, index, filter, ({ parts, settled }) => {
    const from = ({ range, search }: Part, wanted: number): Delivery[] => {
      const ahead =
        direction === "older"
          ? { low: range.low, high: Math.min(range.high, anchor) }
          : { low: Math.max(range.low, anchor), high: range.high };
      return ahead.low > ahead.high ? [] : search.rows(ahead, direction, wanted);
    };
    const rows: Delivery[] = [];
    for (const part of direction === "older" ? parts.toReversed() : parts) {
      if (rows.length < limit) rows.push(...from(part, limit - rows.length));
    }
    if (settled === null) return rows;
    const inOrder = direction === "older" ? 1 : -1;
    return [...rows, ...from(settled, limit)]
      .toSorted((one, other) => (other.seq - one.seq) * inOrder)
      .slice(0, limit);
  });
}

/** Returns the number of rows that match a filter with words. */
export function countWords(db: DatabaseSync, index: SearchAttachment, filter: Filter): number {
  return acrossParts(db, index, filter, (log) =>
    allParts(log).reduce((sum, { range, search }) => sum + search.count(range), 0),
  );
}

/**
 * Calls `ask` with a condition that selects the rows of `deliveries AS d` whose texts match the words of a
 * filter. Texts that are not indexed yet are read first.
 */
export function withWordCondition<T>(
  db: DatabaseSync,
  index: SearchAttachment,
  filter: Filter,
  ask: (matching: SqlCondition) => T,
): T {
  const words: Filter = { text: "", terms: filter.terms.filter(({ match }) => match.kind === "words") };
  return acrossParts(db, index, words, (log) => {
    const conditions = allParts(log).map(({ range, search }) => search.condition(range));
    return ask({
      sql: `(${conditions.map(({ sql }) => `(${sql})`).join(" OR ")})`,
      params: conditions.flatMap(({ params }) => params),
    });
  });
}

/**
 * Splits the log into an indexed part and the rest, which is scanned; together they return the same rows as a
 * scan of all. All are read from one snapshot. Without an index, or with a damaged one, all rows are
 * scanned.
 */
function acrossParts<T>(
  db: DatabaseSync,
  index: SearchAttachment,
  filter: Filter,
  ask: (log: LogParts) => T,
): T {
  const scan = scanSearch(db, filter, all);
  const scanned = (low: number): Part => ({ range: { low, high: Number.MAX_SAFE_INTEGER }, search: scan });
  if (index.attach(db)) {
    db.exec("BEGIN");
    try {
      // Reads the index first: a row that settles between the two snapshots is then scanned.
      const indexed = Number(db.prepare("SELECT indexed_seq AS seq FROM search.progress").get()?.["seq"]);
      const range = { low: 1, high: indexed };
      const seqs = settledSeqs(db);
      if (seqs.length === 0) {
        return ask({
          parts: [{ range, search: indexSearch(db, filter, all) }, scanned(indexed + 1)],
          settled: null,
        });
      }
      const listed = { sql: "d.seq IN (SELECT value FROM json_each(?))", params: [JSON.stringify(seqs)] };
      const others = { ...listed, sql: `NOT ${listed.sql}` };
      return ask({
        parts: [{ range, search: indexSearch(db, filter, others) }, scanned(indexed + 1)],
        settled: { range, search: scanSearch(db, filter, listed) },
      });
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      db.exec("ROLLBACK");
      index.distrust();
    } finally {
      if (db.isTransaction) db.exec("COMMIT");
    }
  }
  return ask({ parts: [scanned(1)], settled: null });
}

/** Returns the rows that were indexed while pending and now have an outcome. */
function settledSeqs(db: DatabaseSync): readonly number[] {
  return db
    .prepare(
      `SELECT p.seq FROM search.pending AS p CROSS JOIN deliveries AS d USING (seq) WHERE d.outcome <> 'pending'`,
    )
    .all()
    .map(({ seq }) => Number(seq));
}

/** Condition of all rows. */
const all: SqlCondition = { sql: "TRUE", params: [] };

type Direction = "older" | "newer";

/** Range of seqs, both ends included. */
interface SeqRange {
  readonly low: number;
  readonly high: number;
}

/** Search for a filter with words in a range of the log. */
interface WordSearch {
  rows(range: SeqRange, direction: Direction, limit: number): Delivery[];
  count(range: SeqRange): number;
  /** Returns the condition of the matches in a range. */
  condition(range: SeqRange): SqlCondition;
}

/** Searches by reading the texts of rows not indexed yet. */
function scanSearch(db: DatabaseSync, filter: Filter, within: SqlCondition): WordSearch {
  const { sql, params } = bothOf(columnCondition(filter), within);

  function* matches({ low, high }: SeqRange, direction: Direction): Generator<Row> {
    const textOf = prepareDeliveryText(db);
    const candidates = db
      .prepare(
        `SELECT ${markedColumns}, ${textColumns} FROM deliveries AS d ${textJoin}
         WHERE d.seq BETWEEN ? AND ? AND ${sql} ORDER BY d.seq ${orders[direction]}`,
      )
      .iterate(low, high, ...params);
    for (const row of candidates) {
      if (matchesFilter(filter, deliveryFromRow(row), () => textOf(row))) yield row;
    }
  }

  return {
    rows: (range, direction, limit) => matches(range, direction).take(limit).map(deliveryFromRow).toArray(),
    count: (range) => matches(range, "newer").reduce((sum) => sum + 1, 0),
    condition(range) {
      const seqs = matches(range, "newer").map(({ seq }) => Number(seq));
      return { sql: "d.seq IN (SELECT value FROM json_each(?))", params: [JSON.stringify(seqs.toArray())] };
    },
  };
}

/** Searches the attached index; the rows of the range that satisfy `within` must be indexed. */
function indexSearch(db: DatabaseSync, filter: Filter, within: SqlCondition): WordSearch {
  const { required, excluded } = wordQueries(filter);
  const { sql, params } = bothOf(columnCondition(filter), within);
  if (required !== null) {
    const query = excluded === null ? required : `(${required}) NOT (${excluded})`;
    // CROSS JOIN fixes the order: the index returns its rows by seq, and only those are looked up.
    const from = `search.words AS w CROSS JOIN deliveries AS d ON d.seq = w.rowid
      WHERE w.words MATCH ? AND w.rowid BETWEEN ? AND ? AND ${sql}`;
    return {
      rows: ({ low, high }, direction, limit) =>
        selectRows(db, `${from} ORDER BY w.rowid ${orders[direction]} LIMIT ?`, [
          query,
          low,
          high,
          ...params,
          limit,
        ]),
      count: ({ low, high }) => selectCount(db, from, [query, low, high, ...params]),
      condition: ({ low, high }) =>
        bothOf(
          {
            sql: "d.seq IN (SELECT rowid FROM search.words WHERE words MATCH ? AND rowid BETWEEN ? AND ?)",
            params: [query, low, high],
          },
          within,
        ),
    };
  }
  const from = `deliveries AS d WHERE d.seq BETWEEN ? AND ? AND ${sql}
    AND d.seq NOT IN (SELECT rowid FROM search.words WHERE words MATCH ? AND rowid BETWEEN ? AND ?)`;
  const bind = ({ low, high }: SeqRange): SQLInputValue[] => [low, high, ...params, excluded, low, high];
  return {
    rows: (range, direction, limit) =>
      byWindows(range, direction, limit, (window, left) =>
        selectRows(db, `${from} ORDER BY d.seq ${orders[direction]} LIMIT ?`, [...bind(window), left]),
      ),
    count: (range) => selectCount(db, from, bind(range)),
    condition: ({ low, high }) =>
      bothOf(
        {
          sql: `d.seq BETWEEN ? AND ? AND d.seq NOT IN (SELECT rowid FROM search.words WHERE words MATCH ? AND rowid BETWEEN ? AND ?)`,
          params: [low, high, excluded, low, high],
        },
        within,
      ),
  };
}

function bothOf(one: SqlCondition, other: SqlCondition): SqlCondition {
  return { sql: `(${one.sql}) AND (${other.sql})`, params: [...one.params, ...other.params] };
}

const orders: Record<Direction, string> = { older: "DESC", newer: "ASC" };

/**
 * Reads growing windows: without a required word most rows match, so that the first windows fill a page
 * without reading all excluded rows.
 */
function byWindows(
  { low, high }: SeqRange,
  direction: Direction,
  limit: number,
  read: (window: SeqRange, left: number) => Delivery[],
): Delivery[] {
  const rows: Delivery[] = [];
  let [from, to] = [low, high];
  for (let size = 1000; from <= to && rows.length < limit; size *= 4) {
    const window =
      direction === "older"
        ? { low: Math.max(from, to - size + 1), high: to }
        : { low: from, high: Math.min(to, from + size - 1) };
    rows.push(...read(window, limit - rows.length));
    [from, to] = direction === "older" ? [from, window.low - 1] : [window.high + 1, to];
  }
  return rows;
}

/**
 * Converts words to FTS5 queries: `"a b" *` is a phrase whose last token is a prefix. Tokens contain letters,
 * digits and marks only.
 */
function wordQueries(filter: Filter): { required: string | null; excluded: string | null } {
  const required: string[] = [];
  const excluded: string[] = [];
  for (const { match, negated } of filter.terms) {
    if (match.kind === "words") (negated ? excluded : required).push(`"${match.tokens.join(" ")}" *`);
  }
  return { required: required.join(" AND ") || null, excluded: excluded.join(" OR ") || null };
}

function selectRows(db: DatabaseSync, from: string, params: SQLInputValue[]): Delivery[] {
  return db
    .prepare(`SELECT ${markedColumns} FROM ${from}`)
    .all(...params)
    .map(deliveryFromRow);
}

function selectCount(db: DatabaseSync, from: string, params: SQLInputValue[]): number {
  return Number(db.prepare(`SELECT count(*) AS n FROM ${from}`).get(...params)?.["n"]);
}
