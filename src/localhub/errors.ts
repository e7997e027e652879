import { HooklensError, UsageError } from "../model/errors.ts";

/** The port this hub should listen on is another program's. */
export class HubPortTakenError extends HooklensError {
  readonly code = "hub-port-taken";
  readonly exitCode = 1;
}

/** This hub cannot listen where it should: no such address here, or not allowed. */
export class HubListenError extends HooklensError {
  readonly code = "hub-listen";
  readonly exitCode = 1;
}

/** The file that keeps this hub's token cannot be made or read. */
export class HubTokenFileError extends HooklensError {
  readonly code = "hub-token-file";
  readonly exitCode = 3;
}

/** The token given to a hub cannot be used, or a hub that others can reach was asked for without one that keeps them out. */
export class HubTokenNeededError extends UsageError {}

/** A public hub was to send to an address of this machine, a private network, or none that is reachable from everywhere. */
export class PrivateTargetError extends HooklensError {
  readonly code = "private-target";
  readonly exitCode = 1;
}

/** An event the Hub does not have. */
export class UnknownEventError extends UsageError {}

/** A path in `set` that leads nowhere, or must not be written. */
export class SetPathError extends UsageError {}
