import process from "node:process";
import { writeFile } from "../../../engine/export/write-file.ts";
import { version } from "../../../engine/version.ts";
import { installedSchema, schemaReference } from "../../../files/installed-schema.ts";
import type { Vertical } from "../../../policy/policy.ts";
import { policySkeleton } from "../../../policy/skeleton/skeleton.ts";
import { machineJson } from "../../../text/machine-json.ts";
import { shellLine } from "../../../text/shell-word.ts";
import { v } from "../../../text/visible.ts";
import type { Invocation } from "../../command-line/command.ts";

/** Options of `policy new`, as typed. */
interface NewPolicyOptions {
  readonly vertical: Vertical;
  readonly output?: string;
  readonly schema?: string;
  readonly force?: true;
}

/**
 * Runs `policy new --vertical V`. Without a file, the policy is the output; as JSON it is a field.
 * @throws {FileNotWrittenError}
 */
export async function newPolicy(
  { output, format, print }: Invocation,
  options: NewPolicyOptions,
): Promise<void> {
  const { vertical, output: file } = options;
  const reference =
    options.schema ??
    schemaReference(file ?? "policy.yaml", process.cwd(), installedSchema("vertical-policy"), version);
  const text = policySkeleton(vertical, reference);
  if (file === undefined && format !== "json") return output.write(text);
  if (file === undefined) {
    return output.write(`${machineJson({ file: null, vertical, schema: reference, text }, 2)}\n`);
  }
  writeFile(file, text, { replace: options.force === true });
  await print({
    table: () => [
      v`Created ${file}. Fill it in, and run ${shellLine(["hooklens", "policy", "check", file])} to list the fields that are still blank.`,
    ],
    json: () => ({ file, vertical, schema: reference }),
    quiet: () => [file],
  });
}
