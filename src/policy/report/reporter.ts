import type { CheckedText } from "./checked-text.ts";

/**
 * A report for programs, written file by file, so that memory does not grow with the number of files. The report is the concatenation of
 * the parts.
 */
export interface Reporter {
  begin(): string;
  file(checked: CheckedText): string;
  end(): string;
}
