import { HooklensError } from "../model/errors.ts";

/** A database file is not one, or its content contradicts itself. The file is never overwritten or deleted. */
export class StoreDamagedError extends HooklensError {
  readonly code = "store-damaged";
  readonly exitCode = 3;
}

/** The data directory or a file in it cannot be made, opened or written. */
export class StoreUnwritableError extends HooklensError {
  readonly code = "store-unwritable";
  readonly exitCode = 3;
}

/** No room is left on the disk (or in a quota). Nothing of what was being written is kept; later writes are tried again. */
export class StoreFullError extends HooklensError {
  readonly code = "store-full";
  readonly exitCode = 3;
}

/** The disk failed while it was read or written. */
export class StoreIoError extends HooklensError {
  readonly code = "store-io";
  readonly exitCode = 3;
}

/** Another process held the file for longer than a writer waits. */
export class StoreBusyError extends HooklensError {
  readonly code = "store-busy";
  readonly exitCode = 3;
}

/** The file, or one beside it, was written by a hooklens this one cannot follow. */
export class StoreVersionError extends HooklensError {
  readonly code = "store-version";
  readonly exitCode = 3;
}

/** Something was asked of a store after it was closed. */
export class StoreClosedError extends HooklensError {
  readonly code = "store-closed";
  readonly exitCode = 3;
}

/** A webhook was changed by somebody else since it was read. */
export class VersionConflictError extends HooklensError {
  readonly code = "version-conflict";
  readonly exitCode = 1;
}
