import { checkPolicyFile } from "../../policy-files/read-policy-file.ts";
import { PolicyUnreadableError } from "../../policy-files/unreadable.ts";
import { checkReading, type CheckOptions } from "../../policy/check-document.ts";
import { parseFinding } from "../../policy/read/parse-finding.ts";
import type { CheckedText } from "../../policy/report/checked-text.ts";
import { type Counts, summary } from "../../policy/report/counts.ts";
import { v } from "../../text/visible.ts";
import type { Output } from "../output/output.ts";
import { readPolicyArgument } from "./policy-argument.ts";

/** A file that cannot be read is a finding like any other: the rest is checked all the same, and the report is whole. */
export async function checkFile(file: string, options: CheckOptions): Promise<CheckedText> {
  try {
    return file === "-" ? await readPolicyArgument(file, options) : await checkPolicyFile(file, options);
  } catch (error) {
    if (!(error instanceof PolicyUnreadableError)) throw error;
    const message = `the file cannot be read (${error.why ?? "no reason is given"})`;
    const finding = parseFinding("", {
      start: 0,
      end: 0,
      message,
      hint: "check what it is and who may read it",
    });
    return { check: checkReading({ ok: false, finding }, { ...options, file }), text: "" };
  }
}

/** The last line, which is for people: a program reads the exit code. */
export function sayHowItWent(output: Output, counts: Counts): void {
  output.note(v`${summary(counts)}`);
}
