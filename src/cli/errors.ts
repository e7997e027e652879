import { defineError } from "../model/errors.ts";

/** stdout cannot be written: a full disk behind a redirection, or a device that accepts nothing. */
export const StdoutUnwritableError = defineError("stdout-unwritable", 3);
/** The config file is unreadable, is not YAML, or does not match the schema. */
export const ConfigFileError = defineError("config-file", 2);
/** A setting has an unusable value, from whatever source. */
export const SettingError = defineError("setting", 2);
/** The tunnel asked for did not open; what, why and hint are those of its state. */
export const TunnelNotOpenError = defineError("tunnel-not-open", 1);
/** The file of `-o FILE` was not written. */
export const FileNotWrittenError = defineError("file-not-written", 1);
/** A command needs a policy without errors. */
export const PolicyHasErrorsError = defineError("policy-has-errors", 1);
