import type { DatabaseSync, SQLOutputValue } from "node:sqlite";
import { requestText, searchText } from "../../../../model/search-tokens.ts";
import { headersFromText, type Row } from "../../rows.ts";
import { outcomeFromRow, replyFromRow } from "../delivery-rows.ts";
import { bodyColumns, bodyFromRow, largeBodyJoin } from "../large-bodies.ts";
import { linesFromText } from "../response-rows.ts";

/** Join of what is searched to `deliveries AS d`; with `textColumns` in the SELECT, the text of a row can be read. */
export const textJoin = `JOIN contents AS c USING (seq) ${largeBodyJoin} LEFT JOIN responses AS r USING (seq)`;
export const textColumns = `d.outcome, d.reason, c.headers, ${bodyColumns}, r.body AS answer, r.console`;

/** Prepares a function that returns the `searchText` of a row with `textColumns` and `seq`. */
export function prepareDeliveryText(db: DatabaseSync): (row: Row) => string {
  const attemptsOf = db.prepare(
    "SELECT error, reply_headers, reply_body FROM attempts WHERE seq = ? ORDER BY number",
  );
  return (row) => {
    const outcome = outcomeFromRow(row);
    const request = { body: bodyFromRow(row), headers: headersFromText(row["headers"]) };
    // The result of a pending delivery is not searched.
    if (outcome === "pending") return requestText(request);
    return searchText({
      ...request,
      outcome,
      reason: text(row["reason"]),
      response: row["answer"] instanceof Uint8Array ? { body: row["answer"] } : null,
      console: linesFromText(row["console"]),
      attempts: attemptsOf.all(Number(row["seq"])).map((attempt) => ({
        error: text(attempt["error"]),
        reply: replyFromRow(attempt),
      })),
    });
  };
}

/** Returns the text that a row with `textColumns` had while it was pending. */
export function pendingTextOf(row: Row): string {
  return requestText({ body: bodyFromRow(row), headers: headersFromText(row["headers"]) });
}

function text(value: SQLOutputValue | undefined): string | null {
  return typeof value === "string" ? value : null;
}
