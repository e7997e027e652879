import { HooklensError } from "../../model/errors.ts";

/** The config file cannot be read, is no YAML, or says something the schema does not know. */
export class ConfigFileError extends HooklensError {
  readonly code = "config-file";
  readonly exitCode = 2;
}

/** A setting has a value that cannot be used, wherever it came from. */
export class SettingError extends HooklensError {
  readonly code = "setting";
  readonly exitCode = 2;
}
