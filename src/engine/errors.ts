import { defineError } from "../model/errors.ts";

/** The engine, or one of its roles, does not respond. */
export const EngineGoneError = defineError("engine-gone", 3);

/** Another version of hooklens holds the role; its messages may differ. */
export const EngineVersionError = defineError("engine-version", 1);

/** Another process holds the role in this data directory. */
export const RoleHeldError = defineError("role-held", 1);

/** The child process ended before its engine was ready, or timed out. */
export const EngineStartError = defineError("engine-start", 3);

/** The thread that reads the log ended unexpectedly. */
export const ReaderGoneError = defineError("reader-gone", 3);

/** This process can no longer store deliveries; a new one may be able to. */
export const NotStoringError = defineError("not-storing", 3);

/** The file that publishes the address of a role's holder cannot be written. */
export const RuntimeFileError = defineError("runtime-file", 3);

/** No directory for the control socket is private to this user. */
export const ControlSocketError = defineError("control-socket", 3);
