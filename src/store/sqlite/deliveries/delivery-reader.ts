import type { DatabaseSync } from "node:sqlite";
import type { Delivery, DeliveryDetail } from "../../../model/delivery.ts";
import type { Filter } from "../../../model/filter.ts";
import type { DeliveryPage, DeliveryReader, PageQuery } from "../../delivery-log.ts";
import { headersFromText } from "../rows.ts";
import { attemptFromRow, deliveryColumns, deliveryFromRow } from "./delivery-rows.ts";
import { columnCondition } from "./filter-sql.ts";
import { bodyColumns, bodyFromRow, largeBodyJoin } from "./large-bodies.ts";
import { lastSeqOf, rowsOf } from "./log-totals.ts";
import { createReadConnection } from "./read-connection.ts";
import { responseOf } from "./response-rows.ts";
import { createSearchAttachment, type SearchAttachment } from "./search/search-attachment.ts";
import { countWords, wordRows } from "./search/word-search.ts";

/**
 * Opens the log of a data directory for reading, in any process and thread. The log can be read while its
 * writer runs and after the writer was killed. A log that does not exist yet reads as empty.
 */
export function openDeliveryReader(dataDir: string): DeliveryReader {
  const connection = createReadConnection(dataDir);
  const index = createSearchAttachment(dataDir);
  const read = async <T>(ask: (db: DatabaseSync) => T, empty: T): Promise<T> => connection.read(ask, empty);
  return {
    page: (query) => read<DeliveryPage>((db) => pageOf(db, index, query), { rows: [], more: false }),
    get: (seq) => read((db) => detailOf(db, seq), null),
    count: (filter) => read((db) => countOf(db, index, filter), 0),
    lastSeq: () => read(lastSeqOf, 0),
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
  const [reach, order] = direction === "older" ? ["<=", "DESC"] : [">=", "ASC"];
  return db
    .prepare(
      `SELECT ${deliveryColumns} FROM deliveries AS d WHERE d.seq ${reach} ? AND ${sql} ORDER BY d.seq ${order} LIMIT ?`,
    )
    .all(anchor, ...params, limit)
    .map(deliveryFromRow);
}

function countOf(db: DatabaseSync, index: SearchAttachment, filter: Filter): number {
  if (filter.terms.length === 0) return rowsOf(db);
  if (hasWords(filter)) return countWords(db, index, filter);
  const { sql, params } = columnCondition(filter);
  return Number(db.prepare(`SELECT count(*) AS n FROM deliveries AS d WHERE ${sql}`).get(...params)?.["n"]);
}

function detailOf(db: DatabaseSync, seq: number): DeliveryDetail | null {
  const row = db
    .prepare(
      `SELECT ${deliveryColumns}, c.headers, ${bodyColumns}
       FROM deliveries AS d JOIN contents AS c USING (seq) ${largeBodyJoin} WHERE d.seq = ?`,
    )
    .get(seq);
  if (row === undefined) return null;
  const attempts = db.prepare("SELECT * FROM attempts WHERE seq = ? ORDER BY number").all(seq);
  const delivery = deliveryFromRow(row);
  return {
    ...delivery,
    removed: [delivery.replayOf, delivery.duplicateOf]
      .filter((other) => other !== null)
      .filter((other) => !isThere(db, other)),
    headers: headersFromText(row["headers"]),
    body: bodyFromRow(row),
    attempts: attempts.map(attemptFromRow),
    ...responseOf(db, seq),
  };
}

function isThere(db: DatabaseSync, seq: number): boolean {
  return db.prepare("SELECT 1 FROM deliveries WHERE seq = ?").get(seq) !== undefined;
}
