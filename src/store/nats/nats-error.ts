import { JetStreamApiCodes, JetStreamApiError } from "@nats-io/jetstream";
import { errors } from "@nats-io/transport-node";
import { errorText, type HooklensError, isHooklensError } from "../../model/errors.ts";
import { StoreDeniedError, StoreMissingError, StoreUnreachableError } from "../errors.ts";
import type { NatsAddress } from "./address.ts";

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
      hint: "Check the user, the password or the credentials file, and the permissions of the account",
      cause: error,
    });
  }
  if (isWithoutJetStream(cause)) {
    return new StoreUnreachableError({
      what: `${shown} has no JetStream`,
      why: "it is disabled for the server or the account, or its cluster has no leader",
      hint: "Start nats-server with --jetstream",
      cause: error,
    });
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

function isWithoutJetStream(error: unknown): boolean {
  const { JetStreamNotEnabledForAccount: notEnabled } = JetStreamApiCodes;
  return (
    error instanceof errors.NoRespondersError ||
    (error instanceof JetStreamApiError && error.code === notEnabled)
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
