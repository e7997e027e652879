import type { SQLOutputValue } from "node:sqlite";
import { z } from "zod";
import type { Header } from "../../model/delivery.ts";

/** Row as node:sqlite returns it. */
export type Row = Record<string, SQLOutputValue>;

const headersSchema = z.array(z.tuple([z.string(), z.string()]));

/** Parses headers, which are stored as the JSON text of their pairs. */
export function headersFromText(json: SQLOutputValue | undefined): readonly Header[] {
  return headersSchema.parse(JSON.parse(String(json)));
}
