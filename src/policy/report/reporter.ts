import type { CheckedText } from "./checked-text.ts";

/**
 * Writer of a report for programs, file by file, so that memory does not grow with the number of files. The
 * report is the concatenation of the parts.
 */
export interface Reporter {
  begin(): string;
  file(checked: CheckedText): string;
  end(): string;
}
