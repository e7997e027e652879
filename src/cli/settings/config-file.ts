import { lineInYaml, parseCheckedYaml } from "../../exports/checked-yaml.ts";
import { readTextWithin } from "../../files/read-file.ts";
import { errorText } from "../../model/errors.ts";
import { ConfigFileError } from "../errors.ts";
import { configSchema } from "./config-schema.ts";
import type { Config } from "./table.ts";

/**
 * Reads and checks the config file.
 * @returns null if there is no file
 * @throws {ConfigFileError} with the line of the error, if it has one
 */
export function readConfigFile(path: string): Config | null {
  let text: string;
  try {
    text = readTextWithin(path);
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") return null;
    throw new ConfigFileError({
      what: `the config file ${path} cannot be read`,
      why: errorText(cause),
      hint: "Make it readable, or remove it",
      cause,
    });
  }
  return parseConfig(text, path);
}

/**
 * Checks the text of a config file.
 * @param path used only in messages
 * @throws {ConfigFileError}
 */
export function parseConfig(text: string, path: string): Config {
  return parseCheckedYaml(text, path, {
    schema: configSchema,
    error: ConfigFileError,
    schemaFile: "schemas/config.schema.json",
    oneDocument: "Keep one, and move the others under the key profiles",
  });
}

/**
 * Returns the place of a key in the file for a message: the path of the file and the line.
 * @param keys keys from the top of the file
 */
export function placeInFile(path: string, keys: readonly string[]): string {
  return `${path}${lineInYaml(readTextWithin(path), keys)}`;
}
