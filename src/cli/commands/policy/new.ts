import process from "node:process";
import { writeFile } from "../../../engine/export/write-file.ts";
import { version } from "../../../engine/version.ts";
import { installedSchema, schemaReference } from "../../../files/installed-schema.ts";
import { verticals } from "../../../policy/policy.ts";
import { machineJson } from "../../../text/machine-json.ts";
import { shellLine } from "../../../text/shell-word.ts";
import { v } from "../../../text/visible.ts";
import { command } from "../../command-line/command-record.ts";

/** Without a file prints the policy, in JSON as a field. @throws {FileNotWrittenError} */
export const newCommand = command("policy new", {
  description:
    "Create a policy to fill in: YAML with a comment for each field, eight clause stubs, and the schema line for editors. " +
    "Run policy check to list the fields that are still blank.",
  options: {
    "--vertical <vertical>": { about: "vertical of the policy", choices: verticals, required: true },
    "-o, --output <file>": "write to this file instead of stdout",
    "--schema <location>": "location of the schema for editors (default: that of this version)",
    "--force": "replace an existing file",
  },
  help: `
Examples:
  hooklens policy new --vertical healthcare -o policies/healthcare.yaml`,
  async run({ output, format, print }, { vertical, output: file, schema, force = false }) {
    const reference =
      schema ??
      schemaReference(file ?? "policy.yaml", process.cwd(), installedSchema("vertical-policy"), version);
    const { policySkeleton } = await import("../../../policy/skeleton/skeleton.ts");
    const text = policySkeleton(vertical, reference);
    if (file === undefined && format !== "json") return output.write(text);
    if (file === undefined) {
      return output.write(`${machineJson({ file: null, vertical, schema: reference, text }, 2)}\n`);
    }
    writeFile(file, text, { replace: force });
    await print({
      table: () => [
        v`Created ${file}. Fill it in, and run ${shellLine(["hooklens", "policy", "check", file])} to list the fields that are still blank.`,
      ],
      json: () => ({ file, vertical, schema: reference }),
      quiet: () => [file],
    });
  },
});
