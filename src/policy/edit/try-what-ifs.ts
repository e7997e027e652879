import type { PolicyFormat } from "../read/format.ts";
import type { PlacedDocument } from "../read/place-tree.ts";
import { readPolicy } from "../read/read-policy.ts";
import { editDocument } from "./apply-edits.ts";
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
 * Applies changes to a text in order, each to the result of the previous one. Skips inapplicable ones. Keeps
 * comments, layout, quotes and line endings.
 */
export function tryWhatIfs(text: string, changes: readonly WhatIf[], format: PolicyFormat): TriedWhatIfs {
  const reading = readPolicy(text, { format });
  if (!reading.ok) {
    const why = `the text cannot be read: ${reading.finding.message}`;
    return { text, applied: [], failed: changes.map((change) => ({ change, why })) };
  }
  let { document } = reading;
  const applied: WhatIf[] = [];
  const failed: FailedWhatIf[] = [];
  for (const change of changes) {
    const next = tryWhatIf(document, change);
    if ("why" in next) failed.push({ change, why: next.why });
    else {
      document = next;
      applied.push(change);
    }
  }
  const mark = text.startsWith("\uFEFF") ? "\uFEFF" : "";
  return { text: mark + document.text, applied, failed };
}

function tryWhatIf(document: PlacedDocument, change: WhatIf): PlacedDocument | { readonly why: string } {
  const edits = whatIfEdits(document.value, change);
  return "why" in edits ? edits : editDocument(document, edits, { writesOutAliases: false });
}
