import { checkReading } from "../../../policy/check-document.ts";
import { parseFinding } from "../../../policy/read/fault.ts";
import { makePage } from "./make-page.ts";
import type { PolicyPage } from "./policy-page.ts";

/**
 * Creates the page of a file that could not be checked.
 * @param why a sentence
 */
export function unreadablePage(path: string, why: string): PolicyPage {
  const finding = parseFinding("", { start: 0, end: 0, message: why, hint: "Press r to retry" });
  const check = checkReading({ ok: false, finding }, { file: path });
  return makePage(path, { check, text: "", bytes: null }, { ok: true, marks: [] });
}
