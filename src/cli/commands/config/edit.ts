import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import process from "node:process";
import { writeFileAtomic } from "../../../files/write-file-atomic.ts";
import { errorText, UsageError } from "../../../model/errors.ts";
import { editFile } from "../../../terminal/editor.ts";
import { visible } from "../../../text/visible.ts";
import { command } from "../../command-line/command-record.ts";
import { ConfigFileError } from "../../errors.ts";
import { checkKeys } from "../../settings/check-keys.ts";

const template = `# Settings of hooklens: one per line, such as
#
#   receiver:
#     port: 7860
#
# Run hooklens config to see every setting with its value.
`;

/**
 * Keeps a file that is invalid after editing.
 * @throws {UsageError} no terminal for the default editor
 * @throws {ConfigFileError} the file cannot be created, the editor failed, or the saved file is invalid
 */
export const edit = command("config edit", {
  despiteConfigError: true,
  async run({ settings, output, streams }) {
    const { path } = settings.configFile;
    const { VISUAL, EDITOR } = process.env;
    // The default editor would wait for a terminal; a chosen one may be a script.
    if (!(streams.stdin.isTTY && streams.stdout.isTTY) && !VISUAL && !EDITOR) {
      throw new UsageError({
        what: "the editor needs a terminal on both stdin and stdout",
        hint: `Run hooklens config edit in a terminal, or change ${path} with another program`,
      });
    }
    createIfMissing(path);
    const problem = await editFile(path, { line: 1, before: "" }, process.env);
    if (problem !== null) {
      throw new ConfigFileError({
        what: `${path} was not edited`,
        why: problem,
        hint: "Set VISUAL or EDITOR to another editor",
      });
    }
    await checkKeys(path);
    output.note(visible(`${path} is valid.`));
  },
});

function createIfMissing(path: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileAtomic(path, template, { mode: 0o600, replace: false });
  } catch (cause) {
    throw new ConfigFileError({
      what: `${path} cannot be created`,
      why: errorText(cause),
      hint: "Make its directory writable, or set XDG_CONFIG_HOME to another",
      cause,
    });
  }
}
