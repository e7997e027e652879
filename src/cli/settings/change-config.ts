import { existsSync, mkdirSync, realpathSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type * as Yaml from "yaml";
import { readTextWithin } from "../../files/read-file.ts";
import { ownerOnly, writeFileAtomic } from "../../files/write-file-atomic.ts";
import { errorText } from "../../model/errors.ts";
import { ConfigFileError } from "../errors.ts";
import { parseConfig } from "./config-file.ts";
import { configHoldsSecret } from "./settings.ts";
import type { Config } from "./table.ts";

/** Changed config file that is not written yet. */
export interface ChangedConfig {
  readonly config: Config;
  /**
   * Writes the file, a new one with mode 0600. A link stays a link, and a file with a secret becomes private.
   * @throws {ConfigFileError} it cannot be written
   */
  write(): void;
}

/**
 * Applies a change to the config file and keeps the rest with its comments. The file may not exist yet.
 * @param hint what to do if the file cannot be written
 * @throws {ConfigFileError} the file is not valid
 */
export async function changeConfig(
  path: string,
  change: (document: Yaml.Document, yaml: typeof Yaml) => void,
  hint: string,
): Promise<ChangedConfig> {
  const yaml = await import("yaml");
  const exists = existsSync(path);
  const text = exists ? readTextWithin(path) : "";
  parseConfig(text, path);
  const document = yaml.parseDocument(text);
  change(document, yaml);
  const changed = document.toString({ lineWidth: 0 });
  const config = parseConfig(changed, path);
  return {
    config,
    write() {
      try {
        if (!exists) mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
        const target = exists ? realpathSync(path) : path;
        const mode = exists ? statSync(target).mode % 0o1000 : ownerOnly.mode;
        // The file is replaced; the system allows that even for a read-only file.
        if ((mode & 0o200) === 0) throw new Error("it is read-only");
        writeFileAtomic(target, changed, {
          ...ownerOnly,
          mode: configHoldsSecret(config) ? mode & 0o700 : mode,
        });
      } catch (cause) {
        throw new ConfigFileError({
          what: `the config file ${path} cannot be written`,
          why: errorText(cause),
          hint,
          cause,
        });
      }
    },
  };
}
