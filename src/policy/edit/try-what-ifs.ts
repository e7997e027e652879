import type { PolicyFormat } from "../read/format.ts";
import { readPolicy } from "../read/read-policy.ts";
import { applyEdits } from "./apply-edits.ts";
import { whatIfEdits } from "./what-if-edits.ts";
import type { WhatIf } from "./what-if.ts";

/** Change that does not apply, with the reason. */
export interface FailedWhatIf {
  readonly change: WhatIf;
  readonly why: string;
}

/** Text with the changes that apply. */
export interface TriedWhatIfs {
  readonly text: string;
  readonly applied: readonly WhatIf[];
  readonly failed: readonly FailedWhatIf[];
}

/**
 * Applies changes to a text in order, each to the result of the ones before. Skips those that do not apply.
 * Comments, layout, quotes and line endings stay.
 */
export function tryWhatIfs(text: string, changes: readonly WhatIf[], format: PolicyFormat): TriedWhatIfs {
  let now = text;
  const applied: WhatIf[] = [];
  const failed: FailedWhatIf[] = [];
  for (const change of changes) {
    const next = tryWhatIf(now, change, format);
    if (typeof next === "string") {
      now = next;
      applied.push(change);
    } else failed.push({ change, why: next.why });
  }
  return { text: now, applied, failed };
}

function tryWhatIf(text: string, change: WhatIf, format: PolicyFormat): string | { readonly why: string } {
  const reading = readPolicy(text, { format });
  if (!reading.ok) return { why: `the text cannot be read: ${reading.finding.message}` };
  const edits = whatIfEdits(reading.document.value, change);
  if ("why" in edits) return edits;
  const edited = applyEdits(text, edits, format, { writesOutAliases: false });
  return edited.ok ? edited.text : { why: edited.why };
}
