import { z } from "zod";
import { entryKinds, type ReviewEntry } from "./review-entry.ts";

/** Version of the format, incremented when an older program could misread a new file. */
const version = 2;

const hashSchema = z.string().regex(/^[0-9a-f]{64}$/);

const entrySchema = z.object({
  format: z.literal("hooklens-review"),
  version: z.literal(version),
  id: z.string().min(1).max(100),
  kind: z.enum(entryKinds),
  clause_id: z.string(),
  clause_sha256: hashSchema,
  to: z.string().optional(),
  text: z.string().optional(),
  by: z.string(),
  at: z.iso.datetime(),
});

/** File in a later version of the format. */
const laterSchema = z.object({ format: z.literal("hooklens-review"), version: z.number().gt(version) });

/** Entry of a file, or the reason why it is unreadable. */
export type EntryReading =
  | { readonly ok: true; readonly entry: ReviewEntry }
  | { readonly ok: false; readonly why: string };

/** Reads a file with one entry. Never throws. */
export function readEntry(text: string): EntryReading {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, why: notJson(text) };
  }
  if (laterSchema.safeParse(value).success) {
    return { ok: false, why: "a later version of hooklens wrote it" };
  }
  const parsed = entrySchema.safeParse(value);
  if (parsed.success) return { ok: true, entry: entryOf(parsed.data) };
  const [issue] = parsed.error.issues;
  const where = issue === undefined ? "" : issue.path.map(String).join(".");
  return { ok: false, why: where === "" ? "it is not a review" : `${where} is invalid` };
}

function notJson(text: string): string {
  const line = text.split("\n").findIndex((one) => /^(?:<{7}|={7}|>{7})(?:\s|$)/.test(one));
  return line === -1 ? "it is not JSON" : `line ${line + 1} has a conflict marker of git`;
}

function entryOf(read: z.infer<typeof entrySchema>): ReviewEntry {
  return {
    id: read.id,
    kind: read.kind,
    clauseId: read.clause_id,
    clauseHash: read.clause_sha256,
    to: read.to ?? null,
    text: read.text ?? "",
    by: read.by,
    at: read.at,
  };
}

/** Returns the ID of an entry: its time, and 8 characters to distinguish entries of one millisecond. */
export function entryId(at: string, random: string): string {
  return `${at.replaceAll(/[-:.]/g, "")}-${random.slice(0, 8)}`;
}

/**
 * Returns the file name of an entry: `<clause>.<ID>.json`. Replaces characters that some file system rejects.
 */
export function entryFileName({ clauseId, id }: ReviewEntry): string {
  const safe = (text: string) => text.replaceAll(/[^A-Za-z0-9.-]/g, "_");
  return `${safe(clauseId.slice(0, 64)).replace(/^\./, "_")}.${safe(id)}.json`;
}

/** Formats an entry. */
export function entryText({ id, kind, clauseId, clauseHash, to, text, by, at }: ReviewEntry): string {
  const entry = {
    format: "hooklens-review",
    version,
    id,
    kind,
    clause_id: clauseId,
    clause_sha256: clauseHash,
    ...(to === null ? {} : { to }),
    ...(text === "" ? {} : { text }),
    by,
    at,
  };
  return `${JSON.stringify(entry, null, 2)}\n`;
}
