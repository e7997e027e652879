import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import type { Delivery } from "../../../../model/delivery.ts";
import type { SortColumn, SortedPage, SortedQuery } from "../../../delivery-log.ts";
import { markedColumns, deliveryFromRow } from "../delivery-rows.ts";
import { columnCondition, type SqlCondition } from "../filter-sql.ts";
import { type BlockSummary, type LogParts, partsFor, rangesOf, type SeqRange } from "./candidates.ts";

type Value = string | number | null;

interface Sorting {
  /** SQL of the value. */
  readonly sql: string;
  readonly valueOf: (delivery: Delivery) => Value;
  /** Column whose extremes the summaries have. */
  readonly summarized?: keyof BlockSummary["extremes"];
}

const sortings: Readonly<Record<SortColumn, Sorting>> = {
  duration: {
    sql: "d.duration_ms",
    valueOf: ({ durationMs }) => durationMs,
    summarized: "duration_ms",
  },
  bytes: { sql: "d.bytes", valueOf: ({ bytes }) => bytes, summarized: "bytes" },
  status: { sql: "d.status", valueOf: ({ status }) => status },
  route: { sql: "d.route", valueOf: ({ route }) => route },
  event: {
    sql: "d.scope || '.' || d.action",
    valueOf: ({ event }) => (event === null ? null : `${event.scope}.${event.action}`),
  },
  repo: { sql: "d.repo_name", valueOf: ({ repo }) => repo?.name ?? null },
};

/** Row of a sorted page before its other columns are read. */
interface Ranked {
  readonly seq: number;
  readonly value: Value;
}

/**
 * Returns a page of a log sorted by a column.
 * @param matching returns the condition of the words of the filter; null if it has none
 */
export function sortedRows(
  db: DatabaseSync,
  query: SortedQuery,
  matching: SqlCondition | null = null,
): SortedPage {
  const { filter, by, limit, empties } = query;
  const sorting = sortings[by];
  const descending = query.direction === "descending";
  const order = descending ? "DESC" : "ASC";
  const conditions = [columnCondition(filter), behind(sorting, query), matching].filter(
    (condition) => condition !== null,
  );
  const params = conditions.flatMap((condition) => condition.params);
  const select = db.prepare(
    `SELECT d.seq, ${sorting.sql} AS value FROM deliveries AS d WHERE d.seq BETWEEN ? AND ?
     AND ${conditions.map(({ sql }) => `(${sql})`).join(" AND ")} ORDER BY value ${order} NULLS ${empties.toUpperCase()}, d.seq ${order} LIMIT ?`,
  );
  const before = orderOf(query);
  let top: readonly Ranked[] = [];
  for (const { low, high, best } of inOrder(partsFor(db, filter), sorting, query)) {
    const last = top[limit];
    // The parts that follow have no better rows.
    if (last !== undefined && best !== null && before({ seq: high, value: best }, last) > 0) break;
    const found = select.all(low, high, ...params, limit + 1).map(rankedFromRow);
    if (found.length > 0) top = [...top, ...found].toSorted(before).slice(0, limit + 1);
  }
  return { rows: rowsInOrder(db, top.slice(0, limit)), more: top.length > limit };
}

/** Part of the log with its best possible value; null if unknown. */
interface RankedPart extends SeqRange {
  readonly best: Value;
}

/** Returns the parts: first those without a known best value, then the others by that value. */
function inOrder(
  parts: LogParts,
  { summarized }: Sorting,
  { direction, empties }: Pick<SortedQuery, "direction" | "empties">,
): readonly RankedPart[] {
  const descending = direction === "descending";
  if (summarized === undefined) return rangesOf(parts).map((range) => ({ ...range, best: null }));
  const bestOf = ({ extremes }: BlockSummary): number | null => {
    const found = extremes[summarized];
    return found === null ? null : found[descending ? 1 : 0];
  };
  const ranked = parts.blocks.map(({ low, high, ...block }) => ({
    low,
    high,
    best: bestOf({ low, high, ...block }),
  }));
  const known = ranked.filter(({ best }) => best !== null);
  // Any block may have rows without a duration.
  if (empties === "first" && summarized === "duration_ms")
    return rangesOf(parts).map((range) => ({ ...range, best: null }));
  return [
    ...parts.gaps.map((range) => ({ ...range, best: null })),
    ...known.toSorted((a, b) => (descending ? 1 : -1) * (Number(b.best) - Number(a.best))),
    ...ranked.filter(({ best }) => best === null),
  ];
}

/** Returns the comparison of the order of a query. */
function orderOf({
  direction,
  empties,
}: Pick<SortedQuery, "direction" | "empties">): (a: Ranked, b: Ranked) => number {
  const sign = direction === "descending" ? 1 : -1;
  const emptySign = empties === "last" ? 1 : -1;
  return (a, b) => {
    if (a.value === b.value) return sign * (b.seq - a.seq);
    if (a.value === null) return emptySign;
    if (b.value === null) return -emptySign;
    if (typeof a.value === "number" && typeof b.value === "number") return sign * (b.value - a.value);
    // SQLite compares the bytes of UTF-8.
    return sign * Buffer.compare(Buffer.from(String(b.value)), Buffer.from(String(a.value)));
  };
}

/** Returns the condition of the rows after a row in the order. */
function behind(
  { sql, valueOf }: Sorting,
  { after, direction, empties }: Pick<SortedQuery, "after" | "direction" | "empties">,
): SqlCondition | null {
  if (after === null) return null;
  const value = valueOf(after);
  const beyond = direction === "descending" ? "<" : ">";
  if (value === null) {
    const rest = empties === "first" ? ` OR ${sql} IS NOT NULL` : "";
    return { sql: `(${sql} IS NULL AND d.seq ${beyond} ?)${rest}`, params: [after.seq] };
  }
  const params: SQLInputValue[] = [value, value, after.seq];
  const orEmpty = empties === "last" ? ` OR ${sql} IS NULL` : "";
  return { sql: `${sql} ${beyond} ? OR (${sql} = ? AND d.seq ${beyond} ?)${orEmpty}`, params };
}

function rankedFromRow({ seq, value }: Record<string, unknown>): Ranked {
  return {
    seq: Number(seq),
    value: typeof value === "string" || typeof value === "number" ? value : null,
  };
}

function rowsInOrder(db: DatabaseSync, top: readonly Ranked[]): readonly Delivery[] {
  const rows = db
    .prepare(`SELECT ${markedColumns} FROM deliveries AS d WHERE d.seq IN (SELECT value FROM json_each(?))`)
    .all(JSON.stringify(top.map(({ seq }) => seq)))
    .map(deliveryFromRow);
  const bySeq = new Map(rows.map((row) => [row.seq, row]));
  return top.map(({ seq }) => bySeq.get(seq)).filter((row) => row !== undefined);
}
