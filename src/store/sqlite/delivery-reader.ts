import type { DatabaseSync } from "node:sqlite";
import type { DeliveryDetail } from "../../model/delivery.ts";
import type { DeliveryPage, DeliveryReader, PageQuery } from "../ports.ts";
import { attemptFromRow, deliveryColumns, deliveryFromRow, headersFromText } from "./delivery-rows.ts";
import { columnCondition } from "./filter-sql.ts";
import { lastSeqOf, rowsOf } from "./log-totals.ts";
import { createReadConnection } from "./read-connection.ts";

/**
 * The log of a data directory for any thread or process that is not its writer: it works while there is a writer, after one was killed,
 * and before there ever was one (everything is empty until the file appears).
 */
export function openDeliveryReader(dataDir: string): DeliveryReader {
  const connection = createReadConnection(dataDir);
  return {
    page: async (query) => connection.read((db) => pageOf(db, query), { rows: [], more: false }),
    get: async (seq) => connection.read((db) => detailOf(db, seq), null),
    count: async (filter) =>
      connection.read((db) => {
        if (filter.terms.length === 0) return rowsOf(db);
        const { sql, params } = columnCondition(filter);
        return Number(
          db.prepare(`SELECT count(*) AS n FROM deliveries AS d WHERE ${sql}`).get(...params)?.["n"],
        );
      }, 0),
    lastSeq: async () => connection.read(lastSeqOf, 0),
    close: async () => connection.close(),
  };
}

function pageOf(db: DatabaseSync, { filter, from, direction, limit }: PageQuery): DeliveryPage {
  const { sql, params } = columnCondition(filter);
  const older = direction === "older";
  const anchor = from ?? (older ? Number.MAX_SAFE_INTEGER : 0);
  const rows = db
    .prepare(
      `SELECT ${deliveryColumns} FROM deliveries AS d WHERE d.seq ${older ? "<=" : ">="} ? AND ${sql}
       ORDER BY d.seq ${older ? "DESC" : "ASC"} LIMIT ?`,
    )
    .all(anchor, ...params, limit + 1)
    .map(deliveryFromRow);
  const more = rows.length > limit;
  if (more) rows.pop();
  return { rows: older ? rows : rows.toReversed(), more };
}

function detailOf(db: DatabaseSync, seq: number): DeliveryDetail | null {
  const row = db
    .prepare(
      `SELECT ${deliveryColumns}, c.headers, c.body FROM deliveries AS d JOIN contents AS c USING (seq) WHERE d.seq = ?`,
    )
    .get(seq);
  if (row === undefined) return null;
  const attempts = db.prepare("SELECT * FROM attempts WHERE seq = ? ORDER BY number").all(seq);
  return {
    ...deliveryFromRow(row),
    headers: headersFromText(row["headers"]),
    body: row["body"] instanceof Uint8Array ? row["body"] : new Uint8Array(),
    attempts: attempts.map(attemptFromRow),
  };
}
