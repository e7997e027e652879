import { HooklensError } from "../model/errors.ts";

/** The engine (or the role of it that was asked) does not answer any more, or never did. */
export class EngineGoneError extends HooklensError {
  readonly code = "engine-gone";
  readonly exitCode = 3;
}

/** The holder of a role is another version of hooklens: its answers may mean something else. */
export class EngineVersionError extends HooklensError {
  readonly code = "engine-version";
  readonly exitCode = 1;
}

/** Another process has the role of this data directory. */
export class RoleHeldError extends HooklensError {
  readonly code = "role-held";
  readonly exitCode = 1;
}

/** The child that should have become the engine ended, or did not get ready in time. */
export class EngineStartError extends HooklensError {
  readonly code = "engine-start";
  readonly exitCode = 3;
}

/** The thread that reads the log ended by itself. */
export class ReaderGoneError extends HooklensError {
  readonly code = "reader-gone";
  readonly exitCode = 3;
}

/** This process cannot store deliveries any more; one that is started anew may. */
export class NotStoringError extends HooklensError {
  readonly code = "not-storing";
  readonly exitCode = 3;
}

/** The file that tells others where a role's holder is cannot be written. */
export class RuntimeFileError extends HooklensError {
  readonly code = "runtime-file";
  readonly exitCode = 3;
}

/** There is no place that only this user can reach for the receiver's control socket. */
export class ControlSocketError extends HooklensError {
  readonly code = "control-socket";
  readonly exitCode = 3;
}
