import type { DatabaseSync } from "node:sqlite";
import type { Delivery, DeliveryDetail } from "../../../model/delivery.ts";
import type { Filter } from "../../../model/filter.ts";
import type { WebhookActivity } from "../../../model/webhook-activity.ts";
import { memo } from "../../../text/memo.ts";
import {
  type DeliveryPage,
  type DeliveryReader,
  type Histogram,
  maxRelated,
  type PageQuery,
  type RelatedDeliveries,
  type SeenValue,
  type SortedPage,
  type Tally,
} from "../../delivery-log.ts";
import { headersFromText } from "../rows.ts";
import { createBookmarksTable } from "./bookmarks.ts";
import { attemptFromRow, markedColumns, deliveryFromRow, tallyFromRow } from "./delivery-rows.ts";
import { columnCondition, type SqlCondition } from "./filter-sql.ts";
import { bodyColumns, bodyFromRow, largeBodyJoin } from "./large-bodies.ts";
import { lastSeqOf, rowsOf } from "./log-totals.ts";
import { createReadConnection } from "./read-connection.ts";
import { receivedPeriod } from "./received-period.ts";
import { responseOf } from "./response-rows.ts";
import { createSearchAttachment, type SearchAttachment } from "./search/search-attachment.ts";
import { countWords, withWordCondition, wordRows } from "./search/word-search.ts";
import { partsFor, rangesOf, type SeqRange } from "./summary/candidates.ts";
import { eventCounts, noEvents } from "./summary/event-counts.ts";
import { failureCauses } from "./summary/failure-causes.ts";
import { histogramOf } from "./summary/histogram.ts";
import { seenValues } from "./summary/seen-values.ts";
import { sortedRows } from "./summary/sorted-rows.ts";
import { webhookActivities } from "./summary/webhook-activities.ts";

/**
 * Opens the log of a data directory for reading, in any process and thread. The log can be read while its
 * writer runs and after the writer was killed. A log that does not exist yet reads as empty.
 */
export function openDeliveryReader(dataDir: string): DeliveryReader {
  const connection = createReadConnection(dataDir);
  const index = createSearchAttachment(dataDir);
  const readBookmarks = createBookmarksTable(dataDir);
  const read = async <T>(ask: (db: DatabaseSync) => T, empty: T): Promise<T> =>
    connection.read((db) => {
      readBookmarks(db);
      return ask(db);
    }, empty);
  return {
    page: (query) => read<DeliveryPage>((db) => pageOf(db, index, query), { rows: [], more: false }),
    get: (seq) => read((db) => detailOf(db, seq), null),
    related: (seq) => read((db) => relatedOf(db, seq), { tries: [], replays: [], duplicates: [] }),
    count: (filter) => read((db) => countOf(db, index, filter), 0),
    sorted: (query) =>
      read<SortedPage>(
        (db) => withWords(db, index, query.filter, (matching) => sortedRows(db, query, matching)),
        { rows: [], more: false },
      ),
    histogram: (query) =>
      read<Histogram>(
        (db) => withWords(db, index, query.filter, (matching) => histogramOf(db, query, matching)),
        emptyHistogram(query.buckets),
      ),
    matching: (filter, seqs) =>
      read((db) => withWords(db, index, filter, (words) => matchingSeqs(db, filter, words, seqs)), []),
    tally: (filter) =>
      read((db) => withWords(db, index, filter, (matching) => tallyOf(db, filter, matching)), []),
    events: (filter) =>
      read((db) => withWords(db, index, filter, (matching) => eventCounts(db, filter, matching)), noEvents),
    causes: (filter) =>
      read((db) => withWords(db, index, filter, (matching) => failureCauses(db, filter, matching)), []),
    webhookActivities: (nowMs) => read<readonly WebhookActivity[]>((db) => webhookActivities(db, nowMs), []),
    seenValues: () => read<readonly SeenValue[]>(seenValues, []),
    lastSeq: () => read(lastSeqOf, 0),
    receivedPeriod: () => read(receivedPeriod, null),
    close: async () => connection.close(),
  };
}

function hasWords(filter: Filter): boolean {
  return filter.terms.some(({ match }) => match.kind === "words");
}

function pageOf(db: DatabaseSync, index: SearchAttachment, query: PageQuery): DeliveryPage {
  const older = query.direction === "older";
  const anchor = query.from ?? (older ? Number.MAX_SAFE_INTEGER : 0);
  // One extra row shows whether more rows follow.
  const wanted = { ...query, limit: query.limit + 1 };
  const found = hasWords(query.filter) ? wordRows(db, index, wanted, anchor) : plainRows(db, wanted, anchor);
  const rows = found.slice(0, query.limit);
  return { rows: older ? rows : rows.toReversed(), more: found.length > query.limit };
}

function plainRows(db: DatabaseSync, { filter, direction, limit }: PageQuery, anchor: number): Delivery[] {
  const { sql, params } = columnCondition(filter);
  const older = direction === "older";
  const select = db.prepare(
    `SELECT ${markedColumns} FROM deliveries AS d WHERE d.seq BETWEEN ? AND ? AND ${sql} ORDER BY d.seq ${older ? "DESC" : "ASC"} LIMIT ?`,
  );
  const ranges = rangesFor(db, filter);
  const rows: Delivery[] = [];
  for (const range of older ? ranges.toReversed() : ranges) {
    const [low, high] = older
      ? [range.low, Math.min(range.high, anchor)]
      : [Math.max(range.low, anchor), range.high];
    if (low > high) continue;
    rows.push(...select.all(low, high, ...params, limit - rows.length).map(deliveryFromRow));
    if (rows.length === limit) break;
  }
  return rows;
}

/** Returns the ranges of seqs that contain all matches, ascending. */
function rangesFor(db: DatabaseSync, filter: Filter): readonly SeqRange[] {
  if (filter.terms.length === 0) return [{ low: 0, high: Number.MAX_SAFE_INTEGER }];
  return rangesOf(partsFor(db, filter));
}

function countOf(db: DatabaseSync, index: SearchAttachment, filter: Filter): number {
  if (filter.terms.length === 0) return rowsOf(db);
  if (hasWords(filter)) return countWords(db, index, filter);
  const { sql, params } = columnCondition(filter);
  const count = db.prepare(
    `SELECT count(*) AS n FROM deliveries AS d WHERE d.seq BETWEEN ? AND ? AND ${sql}`,
  );
  return rangesFor(db, filter).reduce(
    (sum, { low, high }) => sum + Number(count.get(low, high, ...params)?.["n"]),
    0,
  );
}

function matchingSeqs(
  db: DatabaseSync,
  filter: Filter,
  words: SqlCondition | null,
  seqs: readonly number[],
): readonly number[] {
  const column = columnCondition(filter);
  return db
    .prepare(
      `SELECT d.seq FROM deliveries AS d WHERE d.seq IN (SELECT value FROM json_each(?))
       AND ${column.sql} ${words === null ? "" : `AND ${words.sql}`} ORDER BY d.seq`,
    )
    .all(JSON.stringify(seqs), ...column.params, ...(words?.params ?? []))
    .map(({ seq }) => Number(seq));
}

function tallyOf(db: DatabaseSync, filter: Filter, matching: SqlCondition | null): readonly Tally[] {
  const column = columnCondition(filter);
  const words = matching === null ? "" : `AND ${matching.sql}`;
  return db
    .prepare(
      `SELECT d.outcome, d.route, d.scope, d.action, count(*) AS n FROM deliveries AS d
       WHERE ${column.sql} ${words} GROUP BY 1, 2, 3, 4`,
    )
    .all(...column.params, ...(matching?.params ?? []))
    .map(tallyFromRow);
}

function emptyHistogram(buckets: number): Histogram {
  const none = { pending: 0, accepted: 0, rejected: 0, handled: 0, failed: 0, interrupted: 0, superseded: 0 };
  return {
    buckets: Array.from({ length: buckets }, () => none),
    exact: true,
    p50Ms: null,
    p95Ms: null,
  };
}

/** Calls `ask` with the condition of the words of a filter; null without words. */
function withWords<T>(
  db: DatabaseSync,
  index: SearchAttachment,
  filter: Filter,
  ask: (matching: SqlCondition | null) => T,
): T {
  return hasWords(filter) ? withWordCondition(db, index, filter, ask) : ask(null);
}

/** Statements of `detailOf`. Preparing them for each delivery takes four times as long as reading it. */
const detailStatements = memo((db: DatabaseSync) => ({
  delivery: db.prepare(
    `SELECT ${markedColumns}, c.headers, ${bodyColumns}
     FROM deliveries AS d JOIN contents AS c USING (seq) ${largeBodyJoin} WHERE d.seq = ?`,
  ),
  attempts: db.prepare("SELECT * FROM attempts WHERE seq = ? ORDER BY number"),
  isThere: db.prepare("SELECT 1 FROM deliveries WHERE seq = ?"),
}));

function detailOf(db: DatabaseSync, seq: number): DeliveryDetail | null {
  const { delivery: select, attempts, isThere } = detailStatements(db);
  const row = select.get(seq);
  if (row === undefined) return null;
  const delivery = deliveryFromRow(row);
  return {
    ...delivery,
    removed: [delivery.replayOf, delivery.duplicateOf]
      .filter((other) => other !== null)
      .filter((other) => isThere.get(other) === undefined),
    headers: headersFromText(row["headers"]),
    body: bodyFromRow(row),
    attempts: attempts.all(seq).map(attemptFromRow),
    ...responseOf(db, seq),
  };
}

function relatedOf(db: DatabaseSync, seq: number): RelatedDeliveries {
  const newest = (condition: string, of: number) =>
    db
      .prepare(`SELECT ${markedColumns} FROM deliveries AS d WHERE ${condition} ORDER BY d.seq DESC LIMIT ?2`)
      .all(of, maxRelated)
      .map(deliveryFromRow)
      .toReversed();
  const row = db.prepare("SELECT ifnull(event_of, seq) AS event FROM deliveries WHERE seq = ?").get(seq);
  return {
    tries: newest("(d.seq = ?1 OR d.event_of = ?1)", Number(row?.["event"] ?? seq)),
    replays: newest("d.replay_of = ?1", seq),
    duplicates: newest("d.duplicate_of = ?1", seq),
  };
}
