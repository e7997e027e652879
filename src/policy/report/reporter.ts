import type { CheckedText } from "./checked-text.ts";

/**
 * A machine's report, written file by file: nothing of a file is kept once it is reported, however many there are. The parts, one behind
 * the other, are the document.
 */
export interface Reporter {
  begin(): string;
  file(checked: CheckedText): string;
  end(): string;
}
