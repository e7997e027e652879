import { createHash } from "node:crypto";
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

/** Version 1: one file with the marks of all clauses, at most one verdict and one comment for each. */
const firstSchema = z.object({
  format: z.literal("hooklens-review"),
  version: z.literal(1),
  marks: z.array(
    z.object({
      kind: z.enum(["approved", "flagged", "comment"]),
      clause_id: z.string(),
      clause_sha256: hashSchema,
      text: z.string().optional(),
      by: z.string(),
      at: z.iso.datetime(),
    }),
  ),
});

/** File in a later version of the format; this program must not change it. */
const laterSchema = z.object({ format: z.literal("hooklens-review"), version: z.number().gt(version) });

/** Entries of a file, or the reason why they are unreadable. `isLater`: true for a later version. */
export type EntriesReading =
  | { readonly ok: true; readonly entries: readonly ReviewEntry[] }
  | { readonly ok: false; readonly why: string; readonly isLater: boolean };

/** Reads a file with one entry (version 2) or with the marks of a whole review (version 1). Never throws. */
export function readEntries(text: string): EntriesReading {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, why: notJson(text), isLater: false };
  }
  if (laterSchema.safeParse(value).success) {
    return { ok: false, why: "a later version of hooklens wrote it", isLater: true };
  }
  const first = firstSchema.safeParse(value);
  if (first.success) return { ok: true, entries: first.data.marks.map(entryOfMark) };
  const parsed = entrySchema.safeParse(value);
  if (parsed.success) return { ok: true, entries: [entryOf(parsed.data)] };
  const isFirst = z.object({ version: z.literal(1) }).safeParse(value).success;
  const [issue] = (isFirst ? first : parsed).error.issues;
  const where = issue === undefined ? "" : issue.path.map(String).join(".");
  return { ok: false, why: where === "" ? "it is not a review" : `${where} is invalid`, isLater: false };
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

/** Converts a mark of version 1. Derives the ID from its content: two conversions are equal. */
function entryOfMark(mark: z.infer<typeof firstSchema>["marks"][number]): ReviewEntry {
  const { kind, clause_id: clauseId, clause_sha256: clauseHash, text = "", by, at } = mark;
  const content = JSON.stringify([kind, clauseId, clauseHash, text, by, at]);
  const digest = createHash("sha256").update(content).digest("hex");
  return { id: entryId(at, digest), kind, clauseId, clauseHash, to: null, text, by, at };
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
