import { UsageError } from "../../../model/errors.ts";
import { isFolder } from "../../../policy-files/file-stamp.ts";
import type { ComparedPolicy } from "../../../policy/report/compared-policies.ts";
import { signs } from "../../../policy/signs.ts";
import { commandIn } from "../../command-line/command-record.ts";
import { type Formats, standardFormats, type Views } from "../../output/formats.ts";
import type { Reported } from "./report.ts";

/** Reports list one policy, or those of a directory that differ. */
export type DiffRun = Views & Reported<ComparedPolicy>;

const diffFormats: Formats<DiffRun> = { ...standardFormats };

/**
 * Does not compare values that the schema refuses, and notes them on stderr. Compares a policy that violates a rule, and
 * notes that too: a weaker policy often violates one.
 * @throws {PolicyHasErrorsError} errors leave nothing to compare
 * @throws {VersionUnreadableError} git does not give the version
 */
export const diff = commandIn(diffFormats, "policy diff <old> [new]", {
  description: `Compare two versions of a policy, or a policy or the policies of a directory with their versions in git: ${signs.weaker} weakened, ${signs.stronger} strengthened, ${signs.changed} changed; policies of different verticals by axis; exits with code 1 if a policy is weakened, deleted, not comparable or has errors, which are not compared`,
  arguments: {
    "<old>": "older version; without <new>, the policy or directory to compare with git; - for stdin",
    "[new]": "newer version; - for stdin",
  },
  options: {
    "--rev <revision>":
      "revision in git, for one policy or directory; main... is where this branch left main (default: HEAD)",
  },
  help: `
Examples:
  hooklens policy diff policies/healthcare.yaml
  hooklens policy diff policies/healthcare.yaml --rev origin/main...
  hooklens policy diff policies/ --rev v1.0
  hooklens policy diff old.yaml new.yaml`,
  async run({ output, streams, print }, { old: before, new: after, rev }) {
    if (after !== undefined && rev !== undefined) {
      throw new UsageError({
        what: "--rev needs one policy",
        hint: "Leave out --rev or one of the two files",
      });
    }
    if (before === "-" && (after === "-" || after === undefined)) {
      throw new UsageError({
        what: "stdin contains only one policy",
        hint: after === undefined ? "Give a file too" : "Use - for one of the two",
      });
    }
    if (after === undefined && isFolder(before)) {
      const { compareFolder } = await import("./diff-folder.ts");
      return compareFolder({ output, print }, before, rev ?? "HEAD");
    }
    const { compareFiles } = await import("./diff-files.ts");
    return compareFiles({ output, streams, print }, { before, after, revision: rev ?? "HEAD" });
  },
});
