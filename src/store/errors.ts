import { defineError } from "../model/errors.ts";

/** A database file is not one, or its content contradicts itself. The file is never overwritten or deleted. */
export const StoreDamagedError = defineError("store-damaged", 3);

/** The data directory or a file in it cannot be made, opened or written. */
export const StoreUnwritableError = defineError("store-unwritable", 3);

/** No room is left on the disk (or in a quota). Nothing of what was being written is kept; later writes are tried again. */
export const StoreFullError = defineError("store-full", 3);

/** The disk failed while it was read or written. */
export const StoreIoError = defineError("store-io", 3);

/** Another process held the file for longer than a writer waits. */
export const StoreBusyError = defineError("store-busy", 3);

/** The file, or one beside it, was written by a hooklens this one cannot follow. */
export const StoreVersionError = defineError("store-version", 3);

/** Something was asked of a store after it was closed. */
export const StoreClosedError = defineError("store-closed", 3);

/** A webhook was changed by somebody else since it was read. */
export const VersionConflictError = defineError("version-conflict", 1);
