import type { Finding } from "../finding.ts";
import { linesOf, placeBetween } from "./lines.ts";

/** Why a text cannot be read, and where; offsets in UTF-16 units, the end exclusive. */
export interface Fault {
  readonly start: number;
  readonly end: number;
  readonly message: string;
  readonly hint: string | null;
}

/** The one finding of a text that cannot be read. */
export function parseFinding(text: string, fault: Fault): Finding {
  const start = Math.min(fault.start, text.length);
  const end = Math.min(Math.max(fault.end, start), text.length);
  return {
    path: "",
    keyword: null,
    rule: "parse",
    severity: "error",
    message: fault.message,
    hint: fault.hint,
    fix: null,
    ...placeBetween(linesOf(text), start, end),
  };
}
