import { HooklensError } from "../model/errors.ts";

/** What a command prints cannot be written: a full disk behind a redirection, a device that takes nothing. */
export class StdoutUnwritableError extends HooklensError {
  readonly code = "stdout-unwritable";
  readonly exitCode = 3;
}

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

/** The tunnel that was asked for did not open; its words are those of the tunnel's state. */
export class TunnelNotOpenError extends HooklensError {
  readonly code = "tunnel-not-open";
  readonly exitCode = 1;
}
