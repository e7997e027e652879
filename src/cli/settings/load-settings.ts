import { existsSync } from "node:fs";
import { configFilePath } from "../../engine/directories.ts";
import { type HooklensError, isHooklensError } from "../../model/errors.ts";
import { hideSecrets } from "../../text/redact.ts";
import type { Environment } from "./setting.ts";
import { type Settings, allSecrets, resolveSettings } from "./settings.ts";
import type { Config, ConfigValues } from "./table.ts";

/** Settings of a run. If the config file has an error, the settings are those without the file. */
interface LoadedSettings {
  readonly settings: Settings;
  readonly configError: HooklensError | null;
}

/**
 * Resolves the settings of this run. Imports the reader and the schema of the config file only if there is a
 * file.
 * @throws {SettingError} unknown profile, store or theme
 */
export async function loadSettings(
  flags: ConfigValues,
  profile: string | null,
  env: Environment,
): Promise<LoadedSettings> {
  const path = configFilePath(env);
  let config: Config | null = null;
  let configError: HooklensError | null = null;
  try {
    if (existsSync(path)) config = (await import("./config-file.ts")).readConfigFile(path);
  } catch (error) {
    if (!isHooklensError(error)) throw error;
    configError = error;
  }
  // The profiles of an invalid file are unknown. Ignoring `--profile` avoids a second error.
  const settings = resolveSettings({ flags, env, profile: configError ? null : profile, config });
  const { receiver, token, hub } = settings;
  // Any other token may be the name of a stored one. `chooseHub` reads that.
  hideSecrets([...allSecrets(receiver), hub.token.value, token.source === "env" ? token.value : null]);
  return { settings, configError };
}
