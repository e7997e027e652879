import { HooklensError, UsageError } from "../model/errors.ts";

/** Another program listens on the port. */
export class PortTakenError extends HooklensError {
  readonly code = "port-taken";
  readonly exitCode = 1;
  readonly port: number;

  constructor(host: string, port: number, cause?: unknown) {
    super({
      what: `port ${port} is taken`,
      why: `another program listens on ${host}:${port}`,
      hint: "Stop it, or use --port 0 to let the system pick one",
      cause,
    });
    this.port = port;
  }
}

/** The system does not let this user listen on the port. */
export class PortForbiddenError extends HooklensError {
  readonly code = "port-forbidden";
  readonly exitCode = 1;

  constructor(port: number, cause?: unknown) {
    super({
      what: `port ${port} may not be used`,
      why: "the system keeps it for privileged programs",
      hint: "Use a port above 1023, or --port 0 to let the system pick one",
      cause,
    });
  }
}

/** The host is no address of this machine, or the system refuses for a reason of its own. */
export class ListenError extends HooklensError {
  readonly code = "listen-failed";
  readonly exitCode = 1;

  constructor(host: string, port: number, why: string, cause?: unknown) {
    super({
      what: `cannot listen on ${host}:${port}`,
      why,
      hint: "Use --host 127.0.0.1 for this machine only, or --host 0.0.0.0 for all its addresses",
      cause,
    });
  }
}

/** A route's name cannot be part of a path, or is there twice. */
export class RouteNameError extends UsageError {}

/** A secret that no header could carry as it is, so that nothing sent would ever match. */
export class SecretFormatError extends UsageError {}

/** Others than this machine could send to a receiver that has no secret, and nobody said that they may. */
export class OpenReceiverError extends HooklensError {
  readonly code = "open-receiver";
  readonly exitCode = 2;
}

/** There is nothing to send again: no body was kept of the delivery, or not all of it. */
export class NothingToReplayError extends HooklensError {
  readonly code = "nothing-to-replay";
  readonly exitCode = 1;
}

/** The delivery came on a route this receiver does not have. */
export class RouteGoneError extends HooklensError {
  readonly code = "route-gone";
  readonly exitCode = 1;

  constructor(seq: number, route: string) {
    super({
      what: `delivery ${seq} cannot go through its route again`,
      why: `this receiver has no route "${route}"`,
      hint: `Start it with --route ${route}, or name a target with --to URL`,
    });
  }
}
