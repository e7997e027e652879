import type { DatabaseSync } from "node:sqlite";
import { emptyFilter } from "../../../../model/filter.ts";
import { type SeenField, seenFields, type SeenValue } from "../../../delivery-log.ts";
import { partsFor, type SeqRange } from "./candidates.ts";

const columns: Readonly<Record<SeenField, string>> = {
  route: "route",
  scope: "scope",
  action: "action",
  webhook: "webhook_id",
  repo: "repo_name",
  status: "CAST(status AS TEXT)",
};

/** Maximum values of a field: those seen last. */
const maxValues = 500;

/**
 * Reads the values of fields, the last seen first: of rows without a summary from the rows, of others from the
 * summaries, which may have values of removed rows.
 */
export function seenValues(db: DatabaseSync): readonly SeenValue[] {
  const gaps = partsFor(db, emptyFilter).gaps.toReversed();
  return seenFields.flatMap((field) => valuesOf(db, field, gaps).map((value) => ({ field, value })));
}

function valuesOf(db: DatabaseSync, field: SeenField, gaps: readonly SeqRange[]): readonly string[] {
  const ofRows = db.prepare(
    `SELECT ${columns[field]} AS value FROM deliveries WHERE seq BETWEEN ? AND ? AND value IS NOT NULL
     GROUP BY 1 ORDER BY max(seq) DESC LIMIT ?`,
  );
  const ofSummaries = db.prepare(
    `SELECT name AS value FROM block_names AS n WHERE field = ?
     ORDER BY (SELECT max(block) FROM block_values WHERE name_id = n.id) DESC LIMIT ?`,
  );
  const found = [
    ...gaps.flatMap(({ low, high }) => ofRows.all(low, high, maxValues)),
    ...ofSummaries.all(field, maxValues),
  ];
  return [...new Set(found.map(({ value }) => String(value)))].slice(0, maxValues);
}
