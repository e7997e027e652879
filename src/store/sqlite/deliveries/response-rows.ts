import type { DatabaseSync, SQLOutputValue } from "node:sqlite";
import { z } from "zod";
import type { DeliveryDetail, DeliveryResponse } from "../../../model/delivery.ts";
import { memo } from "../../../text/memo.ts";

/**
 * Prepares a function that stores the response of a delivery and the lines of its handler inside a
 * transaction, in place of earlier ones.
 */
export function prepareResponse(
  db: DatabaseSync,
): (seq: number, response: DeliveryResponse | null, console: readonly string[]) => void {
  const insert = db.prepare(`
    INSERT OR REPLACE INTO responses (seq, "by", status, content_type, body, truncated, console)
    VALUES (?, ?, ?, ?, ?, ?, ?)`);
  return (seq, response, lines) => {
    const console = lines.length === 0 ? null : JSON.stringify(lines);
    if (response === null) insert.run(seq, null, null, null, null, null, console);
    else {
      const { by, status, contentType, body, truncated } = response;
      insert.run(seq, by, status, contentType, body, Number(truncated), console);
    }
  };
}

const selectResponse = memo((db: DatabaseSync) => db.prepare("SELECT * FROM responses WHERE seq = ?"));

/** Returns the stored response and lines of a delivery; null and no lines if none are stored. */
export function responseOf(db: DatabaseSync, seq: number): Pick<DeliveryDetail, "response" | "console"> {
  const row = selectResponse(db).get(seq);
  if (row === undefined) return { response: null, console: [] };
  const { by, status, content_type: contentType, body, truncated, console } = row;
  return {
    response:
      typeof by === "string"
        ? {
            by,
            status: Number(status),
            contentType: typeof contentType === "string" ? contentType : null,
            body: body instanceof Uint8Array ? body : new Uint8Array(),
            truncated: truncated === 1,
          }
        : null,
    console: linesFromText(console),
  };
}

/** Parses the lines of a handler, which are stored as the JSON text of an array. */
export function linesFromText(json: SQLOutputValue | undefined): readonly string[] {
  return typeof json === "string" ? z.array(z.string()).parse(JSON.parse(json)) : [];
}
