import { z } from "zod";
import { type Mark, markKinds } from "./marks.ts";

/** Version of the format, incremented when an older program could misread a new file. */
const version = 1;

const markSchema = z.object({
  kind: z.enum(markKinds),
  clause_id: z.string(),
  clause_sha256: z.string().regex(/^[0-9a-f]{64}$/),
  text: z.string().optional(),
  by: z.string(),
  at: z.iso.datetime(),
});

const reviewSchema = z.object({
  format: z.literal("hooklens-review"),
  version: z.literal(version),
  marks: z.array(markSchema),
});

/** Review of a later version of the format, which this program must not change. */
const laterSchema = z.object({ format: z.literal("hooklens-review"), version: z.number().gt(version) });

/**
 * Marks of a review, or the reason why they cannot be read. `isLater` is true for a later version of the
 * format.
 */
export type ReviewReading =
  | { readonly ok: true; readonly marks: readonly Mark[] }
  | { readonly ok: false; readonly why: string; readonly isLater: boolean };

/** Reads a review. Never throws. */
export function readReviewText(text: string): ReviewReading {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, why: "it is not JSON", isLater: false };
  }
  if (laterSchema.safeParse(value).success) {
    return { ok: false, why: "a later version of hooklens wrote it", isLater: true };
  }
  const parsed = reviewSchema.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const where = issue === undefined ? "" : issue.path.map(String).join(".");
    return { ok: false, why: where === "" ? "it is not a review" : `${where} is invalid`, isLater: false };
  }
  return {
    ok: true,
    marks: parsed.data.marks.map((mark) => ({
      kind: mark.kind,
      clauseId: mark.clause_id,
      clauseHash: mark.clause_sha256,
      text: mark.text ?? "",
      by: mark.by,
      at: mark.at,
    })),
  };
}

/** Formats a review with one mark per line, so that changes by two people merge. */
export function reviewText(marks: readonly Mark[]): string {
  const lines = marks.map(({ kind, clauseId, clauseHash, text, by, at }) =>
    JSON.stringify({
      kind,
      clause_id: clauseId,
      clause_sha256: clauseHash,
      ...(kind === "comment" ? { text } : {}),
      by,
      at,
    }),
  );
  const list = lines.length === 0 ? "[]" : `[\n    ${lines.join(",\n    ")}\n  ]`;
  return `{\n  "format": "hooklens-review",\n  "version": ${version},\n  "marks": ${list}\n}\n`;
}
