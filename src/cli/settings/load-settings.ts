import { existsSync } from "node:fs";
import { configFilePath } from "../../engine/directories.ts";
import { type HooklensError, isHooklensError } from "../../model/errors.ts";
import type { Config, ConfigValues } from "./config-schema.ts";
import { type Environment, type Settings, resolveSettings } from "./settings.ts";

/** The settings of a run, and what is wrong with the config file; they are without it then. */
interface LoadedSettings {
  readonly settings: Settings;
  readonly configError: HooklensError | null;
}

/**
 * Finds out the settings of this run. The reader of the config file, with its schema, is loaded only where there is a file.
 * @throws {SettingError}
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
  // Its profiles are not known, so that asking for one would only be a second error for the same reason.
  return {
    settings: resolveSettings({ flags, env, profile: configError ? null : profile, config }),
    configError,
  };
}
