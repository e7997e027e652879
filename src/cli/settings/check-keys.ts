import { existsSync } from "node:fs";
import { ConfigFileError } from "../errors.ts";
import { readKeys } from "./interface-table.ts";
import type { ConfigValues } from "./table.ts";

/**
 * Checks the keys of commands in a config file, at the top and in its profiles. The schema of the file does not know
 * the commands. Loads the reader only if there is a file, and the screens only if there are keys.
 * @throws {ConfigFileError} the file is invalid, or a command or a key is unknown or shared
 */
export async function checkKeys(path: string): Promise<void> {
  if (!existsSync(path)) return;
  const { readConfigFile } = await import("./config-file.ts");
  const { profiles = {}, ...file } = readConfigFile(path) ?? {};
  await checkKeysOf(path, [], file);
  for (const [name, profile] of Object.entries(profiles)) {
    await checkKeysOf(path, ["profiles", name], profile);
  }
}

async function checkKeysOf(path: string, parents: readonly string[], values: ConfigValues): Promise<void> {
  const given = values.interface?.keys;
  if (given === undefined) return;
  const keys = readKeys(given);
  const [{ keyFault }, { placeInFile }] = await Promise.all([
    import("../../screens/index.ts"),
    import("./config-file.ts"),
  ]);
  const fault = await keyFault(keys);
  if (fault === null) return;
  const { id, what, why, hint } = fault;
  const place = placeInFile(path, [...parents, "interface", "keys", id]);
  throw new ConfigFileError({ what: `${place} ${what}`, why, hint });
}
