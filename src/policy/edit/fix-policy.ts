import type { PolicyCheck } from "../check-document.ts";
import { checkPolicy } from "../check.ts";
import type { Finding, Fix } from "../finding.ts";
import type { PolicyFormat } from "../read/format.ts";
import { findingId } from "../report/checked-text.ts";
import { applyEdits } from "./apply-edits.ts";

/** A finding that is gone, by its fix. Its place is where it stood when the fix was made: lines may have gone before it. */
interface FixedFinding {
  readonly finding: Finding;
  readonly fix: Fix;
}

/** Result of fixing a policy. */
export interface FixedPolicy {
  /** With its byte order mark, line ends, comments and layout. */
  readonly text: string;
  /** In the order they were made. */
  readonly fixed: readonly FixedFinding[];
  /** Check of the new text. */
  readonly check: PolicyCheck;
}

interface FixOptions {
  readonly file?: string | null;
  /** Only findings listed under this id: a rule, or `schema/` and a keyword. @default all */
  readonly only?: string | null;
  /** Also where the author can have meant something else. @default false */
  readonly unsafe?: boolean;
  /** The day to judge dates by, milliseconds since 1970. @default now */
  readonly nowMs?: number;
}

/** Maximum number of fixes. */
const most = 1_000;

/**
 * Makes one fix after another, from the first finding on, until none is left: each is looked for in the text as the ones before left it.
 * A fix that cannot be made, or that leads back to a text that was there before, is passed over.
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

/** A text that cannot be read offers no fix. */
function formatOf({ document }: PolicyCheck): PolicyFormat {
  return document?.format ?? "yaml";
}
