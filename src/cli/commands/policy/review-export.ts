import process from "node:process";
import { defaultKeysDir } from "../../../engine/directories.ts";
import { UsageError } from "../../../model/errors.ts";
import { reviewFormats } from "../../../policy/report/review/formats.ts";
import type { ReviewReport } from "../../../policy/report/review/review-report.ts";
import { v } from "../../../text/visible.ts";
import { commandIn } from "../../command-line/command-record.ts";
import type { Formats } from "../../output/formats.ts";
import { keysOption } from "./keys-option.ts";

const exportFormats: Formats<ReviewReport> = Object.fromEntries(
  Object.entries(reviewFormats).map(([name, { text }]) => [
    name,
    () => async (report, output) => output.write(await text(report)),
  ]),
);

/** @throws {PolicyUnreadableError | PolicyHasErrorsError | VersionUnreadableError | FileNotWrittenError} */
export const exportCommand = commandIn(exportFormats, "policy review export <path>", {
  description:
    "Report the review of a policy: what is open, changes since HEAD, matrix, findings, decisions with their discussions, and receipts. " +
    "Format html is a self-contained, printable page. " +
    "Exits with code 1 if the policy has errors, or a part of its review cannot be read",
  arguments: { "<path>": "policy" },
  options: {
    "-o, --output <file>": "write to this file instead of stdout",
    "--force": "replace an existing file",
    "--rev <revision>":
      "revision in git to list the changes since; main... is where this branch left main (default: HEAD)",
    ...keysOption,
  },
  help: `
Examples:
  hooklens policy review export policies/healthcare.yaml
  hooklens policy review export policies/healthcare.yaml --format html -o healthcare.html
  hooklens policy review export policies/healthcare.yaml --rev v1.0`,
  async run({ output, print }, { path, ...options }) {
    if (path === "-") {
      throw new UsageError({
        what: "the review of a policy from stdin cannot be exported",
        why: "a review is stored beside the policy's file",
        hint: "Give the path of the policy",
      });
    }
    // Loaded now: the help does not need them.
    const [{ readReviewReport }, { reviewPath }] = await Promise.all([
      import("../../../policy-files/read-review-report.ts"),
      import("../../../policy-files/beside-policy.ts"),
    ]);
    const { report, problem } = await readReviewReport(path, {
      reviewFolder: reviewPath(path),
      keysDir: options.keys ?? defaultKeysDir(process.env),
      revision: options.rev ?? null,
    });
    if (options.output === undefined) await print(report);
    else {
      const [{ captureOutput }, { writeFile }] = await Promise.all([
        import("../../output/output.ts"),
        import("../../../engine/export/write-file.ts"),
      ]);
      const file = captureOutput(output);
      await print(report, file);
      writeFile(options.output, file.text(), { replace: options.force === true });
    }
    if (problem !== null) output.note(v`The report of ${path} contains only the readable part: ${problem}`);
    return problem === null ? 0 : 1;
  },
});
