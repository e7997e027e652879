import { defineError } from "../model/errors.ts";

/**
 * A file is not a database, or its content is inconsistent. Only a damaged `search.db` is deleted; other
 * databases are set aside.
 */
export const StoreDamagedError = defineError("store-damaged", 3);

/** The data directory or a file in it cannot be created, opened or written. */
export const StoreUnwritableError = defineError("store-unwritable", 3);

/** The file of an open database was deleted, moved or replaced. */
export const StoreGoneError = defineError("store-gone", 3);

/** The disk or a quota is full, or a file has reached its size limit. The failed write has no effect. */
export const StoreFullError = defineError("store-full", 3);

/** The disk failed during a read or a write. */
export const StoreIoError = defineError("store-io", 3);

/** Another process locked the file for longer than the timeout, or the store cannot keep up. */
export const StoreBusyError = defineError("store-busy", 3);

/** An incompatible version of hooklens wrote the file or one beside it. */
export const StoreVersionError = defineError("store-version", 3);

/** The servers of the store cannot be reached or do not respond. */
export const StoreUnreachableError = defineError("store-unreachable", 3);

/** The servers of the store do not have the log. */
export const StoreMissingError = defineError("store-missing", 3);

/** The servers of the store deny access, or an operation that it needs. */
export const StoreDeniedError = defineError("store-denied", 3);

/** A delivery is larger than the store accepts. */
export const DeliveryTooLargeError = defineError("delivery-too-large", 1);

/** The store was used after it was closed. */
export const StoreClosedError = defineError("store-closed", 3);

/** A webhook has changed since it was read. */
export const VersionConflictError = defineError("version-conflict", 1);
