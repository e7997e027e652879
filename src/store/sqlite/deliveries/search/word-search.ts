import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import type { Delivery } from "../../../../model/delivery.ts";
import { matchesFilter, type Filter } from "../../../../model/filter.ts";
import { searchText } from "../../../../model/search-tokens.ts";
import type { PageQuery } from "../../../delivery-log.ts";
import type { Row } from "../../rows.ts";
import { isDamage } from "../../sqlite-error.ts";
import { markedColumns, deliveryFromRow } from "../delivery-rows.ts";
import { columnCondition, type SqlCondition } from "../filter-sql.ts";
import { bodyColumns, bodyFromRow, largeBodyJoin } from "../large-bodies.ts";
import type { SearchAttachment } from "./search-attachment.ts";

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
  return acrossParts(db, index, filter, (parts) => {
    const rows: Delivery[] = [];
    for (const { range, search } of direction === "older" ? parts.toReversed() : parts) {
      const ahead =
        direction === "older"
          ? { low: range.low, high: Math.min(range.high, anchor) }
          : { low: Math.max(range.low, anchor), high: range.high };
      if (ahead.low > ahead.high || rows.length === limit) continue;
      rows.push(...search.rows(ahead, direction, limit - rows.length));
    }
    return rows;
  });
}

/** Returns the number of rows that match a filter with words. */
export function countWords(db: DatabaseSync, index: SearchAttachment, filter: Filter): number {
  return acrossParts(db, index, filter, (parts) =>
    parts.reduce((sum, { range, search }) => sum + search.count(range), 0),
  );
}

/**
 * Calls `ask` with a condition that selects the rows of `deliveries AS d` whose bodies match the words of a
 * filter. Bodies that are not indexed yet are read first.
 */
export function withWordCondition<T>(
  db: DatabaseSync,
  index: SearchAttachment,
  filter: Filter,
  ask: (matching: SqlCondition) => T,
): T {
  const words: Filter = { text: "", terms: filter.terms.filter(({ match }) => match.kind === "words") };
  return acrossParts(db, index, words, (parts) => {
    const conditions = parts.map(({ range, search }) => search.condition(range));
    return ask({
      sql: `(${conditions.map(({ sql }) => `(${sql})`).join(" OR ")})`,
      params: conditions.flatMap(({ params }) => params),
    });
  });
}

/**
 * Splits the log into an indexed part and the rest, which is scanned; together they return the same rows as a
 * scan of all. Both are read from one snapshot. Without an index, or with a damaged one, all rows are
 * scanned.
 */
function acrossParts<T>(
  db: DatabaseSync,
  index: SearchAttachment,
  filter: Filter,
  ask: (parts: readonly Part[]) => T,
): T {
  const scan = scanSearch(db, filter);
  const scanned = (low: number): Part => ({ range: { low, high: Number.MAX_SAFE_INTEGER }, search: scan });
  if (index.attach(db)) {
    db.exec("BEGIN");
    try {
      const indexed = Number(db.prepare("SELECT indexed_seq AS seq FROM search.progress").get()?.["seq"]);
      const search = indexSearch(db, filter);
      return ask([{ range: { low: 1, high: indexed }, search }, scanned(indexed + 1)]);
    } catch (error) {
      if (!isDamage(error)) throw error;
      db.exec("ROLLBACK");
      index.distrust();
    } finally {
      if (db.isTransaction) db.exec("COMMIT");
    }
  }
  return ask([scanned(1)]);
}

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

/** Searches by reading bodies, for rows that are not indexed yet. */
function scanSearch(db: DatabaseSync, filter: Filter): WordSearch {
  const { sql, params } = columnCondition(filter);

  function* matches({ low, high }: SeqRange, direction: Direction): Generator<Row> {
    const candidates = db
      .prepare(
        `SELECT ${markedColumns}, ${bodyColumns} FROM deliveries AS d JOIN contents AS c USING (seq) ${largeBodyJoin}
         WHERE d.seq BETWEEN ? AND ? AND ${sql} ORDER BY d.seq ${orders[direction]}`,
      )
      .iterate(low, high, ...params);
    for (const row of candidates) {
      if (matchesFilter(filter, deliveryFromRow(row), () => searchText(bodyFromRow(row)))) yield row;
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

/** Searches the attached index; the range must be indexed. */
function indexSearch(db: DatabaseSync, filter: Filter): WordSearch {
  const { required, excluded } = wordQueries(filter);
  const { sql, params } = columnCondition(filter);
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
      condition: ({ low, high }) => ({
        sql: "d.seq IN (SELECT rowid FROM search.words WHERE words MATCH ? AND rowid BETWEEN ? AND ?)",
        params: [query, low, high],
      }),
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
    condition: ({ low, high }) => ({
      sql: `d.seq BETWEEN ? AND ? AND d.seq NOT IN (SELECT rowid FROM search.words WHERE words MATCH ? AND rowid BETWEEN ? AND ?)`,
      params: [low, high, excluded, low, high],
    }),
  };
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
