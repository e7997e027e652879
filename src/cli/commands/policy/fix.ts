import { UsageError } from "../../../model/errors.ts";
import { commandIn } from "../../command-line/command-record.ts";
import type { Formats } from "../../output/formats.ts";
import type { FixedFile, FixRun } from "./fix-files.ts";

const fixing = () => import("./fix-files.ts");

const fixFormats: Formats<FixRun> = {
  table: async () => (await fixing()).fixText,
  json: async () => (await fixing()).fixJson,
  quiet: async () => (await fixing()).fixChanged,
};

/**
 * @throws {NotFoundError} a path matches no file, or the rule is unknown
 * @throws {PolicyUnreadableError} a file cannot be read
 * @throws {PolicyNotChangedError} a file cannot be written, or was changed since it was read
 */
export const fix = commandIn(fixFormats, "policy fix <path...>", {
  description:
    "Apply safe fixes: misspelled keys, other spellings of a value, labels of another axis. " +
    "Comments and layout are preserved. Exits with code 1 if an error is left.",
  arguments: { "<path...>": "files, directories (searched recursively) and patterns" },
  options: {
    "--dry-run": "write nothing; print a diff for patch or git apply",
    "--rule <id>": "fix only findings with this ID in policy check",
    "--unsafe": "also apply fixes that may not be the intended change",
  },
  help: `
Examples:
  hooklens policy fix policies/ --dry-run
  hooklens policy fix policies/healthcare.yaml --rule axis-label-mismatch`,
  async run({ output, print }, { path: paths, ...options }) {
    if (paths.includes("-")) {
      throw new UsageError({ what: "stdin cannot be fixed", hint: "Give the files or directories to fix" });
    }
    const [{ fixFile, knownId }, { findPolicyArguments }, { skippedError }] = await Promise.all([
      fixing(),
      import("./document.ts"),
      import("../../../policy-files/find-policies.ts"),
    ]);
    const only = options.rule === undefined ? null : knownId(options.rule);
    const isDry = options.dryRun === true;
    let isValid = true;
    async function* fixAll(files: readonly string[]): AsyncGenerator<FixedFile> {
      for (const file of files) {
        const fixed = await fixFile(file, { only, unsafe: options.unsafe === true, isDry });
        if (!fixed.check.valid) isValid = false;
        yield fixed;
      }
    }
    const { files, skipped } = findPolicyArguments(paths, output);
    const [first] = skipped;
    if (first !== undefined) throw skippedError(first);
    await print({ files: fixAll(files), isDry });
    return isValid ? 0 : 1;
  },
});
