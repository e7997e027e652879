import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import { outcomes } from "../../../model/delivery.ts";

/** Identity of a delivery: time of receipt in milliseconds since 1970, route and SHA-256. */
type Identity = readonly [receivedAtMs: SQLInputValue, route: SQLInputValue, sha256: SQLInputValue];

/** Prepares a function that returns true if a log has a delivery with this identity and a seq of at most `upToSeq`. */
export function prepareKnown(db: DatabaseSync): (identity: Identity, upToSeq: number) => boolean {
  const same = db.prepare(
    // The index of outcomes and times needs an outcome, and the outcome may have changed.
    `SELECT 1 FROM deliveries WHERE outcome IN (${outcomes.map((outcome) => `'${outcome}'`).join(", ")})
     AND received_at = ? AND route IS ? AND sha256 IS ? AND seq <= ? LIMIT 1`,
  );
  return (identity, upToSeq) => upToSeq > 0 && same.get(...identity, upToSeq) !== undefined;
}
