import { defineError } from "../model/errors.ts";

/** stdout cannot be written: a full disk behind a redirection, or a device that accepts nothing. */
export const StdoutUnwritableError = defineError("stdout-unwritable", 3);
/** The config file is unreadable, is not YAML, or does not match the schema. */
export const ConfigFileError = defineError("config-file", 2);
/** The file of webhooks is unreadable, is not YAML, or does not match the schema. */
export const WebhooksFileError = defineError("webhooks-file", 2);
/** The value of a setting cannot be used, or an endpoint has no token. */
export const SettingError = defineError("setting", 2);
/** The requested tunnel did not open; what, why and hint come from its state. */
export const TunnelNotOpenError = defineError("tunnel-not-open", 1);
/** A change of `webhooks apply` failed after others were made. */
export const WebhooksNotAppliedError = defineError("webhooks-not-applied", 1);
