import type { PolicyCheck } from "../check-document.ts";
import { checkPolicy } from "../check.ts";
import type { Finding, Fix } from "../finding.ts";
import type { PolicyFormat } from "../read/format.ts";
import { findingId } from "../report/checked-text.ts";
import { applyEdits } from "./apply-edits.ts";

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
  const { file = null, only = null, unsafe = false, ...rest } = options;
  const check = (now: string): PolicyCheck => checkPolicy(now, { file, ...rest });
  const seen = new Set([text]);
  const fixed: FixedFinding[] = [];
  let now = { text, check: check(text) };

  function next(): boolean {
    for (const finding of now.check.findings) {
      const { fix } = finding;
      if (fix === null || !(fix.safe || unsafe) || (only !== null && findingId(finding) !== only)) continue;
      const edited = applyEdits(now.text, fix.edits, formatOf(now.check));
      if (!edited.ok || seen.has(edited.text)) continue;
      seen.add(edited.text);
      fixed.push({ finding, fix });
      now = { text: edited.text, check: check(edited.text) };
      return true;
    }
    return false;
  }

  while (fixed.length < most && next());
  return { ...now, fixed };
}

/** Returns the format of the text. For an unreadable text any format will do: it has no fixes. */
function formatOf({ document }: PolicyCheck): PolicyFormat {
  return document?.format ?? "yaml";
}
