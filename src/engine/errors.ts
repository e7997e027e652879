import { defineError } from "../model/errors.ts";

/** The engine does not respond, or a command needs a receiver and none runs. */
export const EngineGoneError = defineError("engine-gone", 3);

/** Another version of hooklens holds the role; its messages may differ. */
export const EngineVersionError = defineError("engine-version", 1);

/** Another process holds the role in this data directory. */
export const RoleHeldError = defineError("role-held", 1);

/** The engine of the child process was not ready in time, or the child ended before. */
export const EngineStartError = defineError("engine-start", 3);

/** The thread that reads the log ended unexpectedly. */
export const ReaderGoneError = defineError("reader-gone", 3);

/** This process can no longer store deliveries; a new one may be able to. */
export const NotStoringError = defineError("not-storing", 3);

/** The runtime file of a role cannot be written or removed. */
export const RuntimeFileError = defineError("runtime-file", 3);

/** No directory for the control socket is private to this user. */
export const ControlSocketError = defineError("control-socket", 3);

/** The file of an export or of `-o FILE` was not written. */
export const FileNotWrittenError = defineError("file-not-written", 1);

/** A test cannot be sent to the target of a webhook. */
export const WebhookNotTestedError = defineError("webhook-not-tested", 1);
