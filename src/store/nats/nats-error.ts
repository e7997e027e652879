import { JetStreamApiCodes, JetStreamApiError } from "@nats-io/jetstream";
import { errors } from "@nats-io/transport-node";
import { errorText, type HooklensError, isHooklensError } from "../../model/errors.ts";
import { StoreDeniedError, StoreFullError, StoreMissingError, StoreUnreachableError } from "../errors.ts";
import type { NatsAddress } from "./address.ts";

/** Codes of the server for a limit of its account, memory or disk. */
const fullCodes: ReadonlySet<number> = new Set([10_002, 10_023, 10_028, 10_047, 10_077]);

/** Returns the error of the store for any error of the NATS client. */
export function natsError(error: unknown, { shown, name }: NatsAddress): HooklensError {
  if (isHooklensError(error)) return error;
  const cause = causeOf(error);
  if (isMissing(cause)) {
    return new StoreMissingError({
      what: `there is no complete log "${name}" at ${shown}`,
      why: errorText(cause),
      hint: "Run hooklens store init",
      cause: error,
    });
  }
  if (isDenied(cause)) {
    return new StoreDeniedError({
      what: `${shown} denies access`,
      why: errorText(cause),
      hint: "Check the user, the password or the credentials file, the permissions of the account, and inbox=",
      cause: error,
    });
  }
  if (cause instanceof JetStreamApiError && cause.code === JetStreamApiCodes.JetStreamNotEnabledForAccount) {
    return new StoreUnreachableError({
      what: `${shown} has no JetStream for this account`,
      hint: "Enable it in the configuration of the account",
      cause: error,
    });
  }
  if (cause instanceof errors.NoRespondersError) {
    return new StoreUnreachableError({
      what: `${shown} does not respond for the log "${name}"`,
      why: "JetStream is disabled, its cluster has no leader, or the log was removed",
      hint: "Run hooklens store status",
      cause: error,
    });
  }
  if (cause instanceof JetStreamApiError) {
    const isFull = fullCodes.has(cause.code);
    const parts = { what: `${shown} refuses the request`, why: errorText(cause), cause: error };
    return isFull
      ? new StoreFullError({ ...parts, hint: "Free some space of the server, or raise its limits" })
      : new StoreUnreachableError(parts);
  }
  return new StoreUnreachableError({
    what: `${shown} cannot be reached`,
    why: cause instanceof errors.TimeoutError ? "it does not respond" : errorText(cause),
    hint: "Start the server, or change --store",
    cause: error,
  });
}

/** Returns true if a stream or a consumer does not exist. */
export function isMissing(error: unknown): boolean {
  const { StreamNotFound, ConsumerNotFound } = JetStreamApiCodes;
  return (
    error instanceof JetStreamApiError && (error.code === StreamNotFound || error.code === ConsumerNotFound)
  );
}

/** Returns true if the server refuses an operation to this account. */
export function isDenied(error: unknown): boolean {
  return error instanceof errors.PermissionViolationError || error instanceof errors.AuthorizationError;
}

/** Returns the first cause of an error, which the client wraps. */
export function causeOf(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof Error ? causeOf(error.cause) : error;
}
