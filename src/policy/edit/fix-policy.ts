import { checkReading, type PolicyCheck } from "../check-document.ts";
import type { Finding, Fix } from "../finding.ts";
import { readPolicy } from "../read/read-policy.ts";
import { findingId } from "../report/checked-text.ts";
import { editDocument } from "./apply-edits.ts";

/** Finding with an applied fix. Its place refers to the text before the fix. */
interface FixedFinding {
  readonly finding: Finding;
  readonly fix: Fix;
}

/** Result of fixing a policy. */
export interface FixedPolicy {
  /** New text; byte order mark, line endings, comments and layout are preserved. */
  readonly text: string;
  /** Fixes in the order they were applied. */
  readonly fixed: readonly FixedFinding[];
  /** Check of the new text. */
  readonly check: PolicyCheck;
}

interface FixOptions {
  readonly file?: string | null;
  /** ID of the findings to fix: a rule, or `schema/` and a keyword; null for all. @default null */
  readonly only?: string | null;
  /** True also applies fixes that are not safe. @default false */
  readonly unsafe?: boolean;
  /** Reference time for dates, milliseconds since 1970. @default now */
  readonly nowMs?: number;
}

/** Maximum number of fixes. */
const most = 1_000;

/**
 * Applies fixes one at a time, always for the first fixable finding, and checks the text again, up to 1,000 times.
 * Skips a fix that fails or recreates an earlier text.
 */
export function fixPolicy(text: string, options: FixOptions = {}): FixedPolicy {
  const { only = null, unsafe = false, ...rest } = options;
  const reading = readPolicy(text, rest);
  const mark = text.startsWith("\uFEFF") ? "\uFEFF" : "";
  const seen = new Set([text]);
  const fixed: FixedFinding[] = [];
  let now = { text, reading, check: checkReading(reading, rest) };

  function next(): boolean {
    if (!now.reading.ok) return false;
    for (const finding of now.check.findings) {
      const { fix } = finding;
      if (fix === null || !(fix.safe || unsafe) || (only !== null && findingId(finding) !== only)) continue;
      const document = editDocument(now.reading.document, fix.edits);
      if ("why" in document || seen.has(mark + document.text)) continue;
      const fixedText = mark + document.text;
      seen.add(fixedText);
      fixed.push({ finding, fix });
      const after = { ok: true, document } as const;
      now = { text: fixedText, reading: after, check: checkReading(after, rest) };
      return true;
    }
    return false;
  }

  while (fixed.length < most && next());
  return { text: now.text, check: now.check, fixed };
}
