import { isDeepStrictEqual } from "node:util";
import type { PolicyFormat } from "../read/format.ts";
import type { PlacedDocument, PlacedReading } from "../read/place-tree.ts";
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
  const { reading: _, ...tried } = whatIfTrial(text, format)(changes);
  return tried;
}

interface ReadWhatIfs extends TriedWhatIfs {
  /** The text as it was read. */
  readonly reading: PlacedReading;
}

/** Change of a document, with the result; the same document and the reason if it does not apply. */
interface Step {
  readonly change: WhatIf;
  readonly before: PlacedDocument;
  readonly after: PlacedDocument;
  readonly why: string | null;
}

/**
 * Creates a function that tries changes of a text like `tryWhatIfs`, and keeps what the last ones made: of changes that
 * begin with the same ones only the rest is applied.
 */
export function whatIfTrial(text: string, format: PolicyFormat): (changes: readonly WhatIf[]) => ReadWhatIfs {
  const reading = readPolicy(text, { format });
  if (!reading.ok) {
    const why = `the text cannot be read: ${reading.finding.message}`;
    return (changes) => ({ text, reading, applied: [], failed: changes.map((change) => ({ change, why })) });
  }
  const mark = text.startsWith("\uFEFF") ? "\uFEFF" : "";
  let known: readonly Step[] = [];
  return (changes) => {
    let { document } = reading;
    const steps = changes.map((change, index) => {
      const last = known[index];
      const isKnown = last?.before === document && isDeepStrictEqual(last.change, change);
      const step = isKnown ? last : tryWhatIf(document, change);
      document = step.after;
      return step;
    });
    known = steps;
    return {
      text: mark + document.text,
      reading: { ok: true, document },
      applied: changes.filter((_, index) => steps[index]?.why === null),
      failed: changes.flatMap((change, index) => {
        const why = steps[index]?.why ?? null;
        return why === null ? [] : [{ change, why }];
      }),
    };
  };
}

function tryWhatIf(document: PlacedDocument, change: WhatIf): Step {
  const edits = whatIfEdits(document.value, change);
  const next = "why" in edits ? edits : editDocument(document, edits, { writesOutAliases: false });
  const isRefused = "why" in next;
  return { change, before: document, after: isRefused ? document : next, why: isRefused ? next.why : null };
}
