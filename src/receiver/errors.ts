import { type DefinedError, defineError } from "../model/errors.ts";

/** Errors of the receiver that callers tell apart. */
export const PortTakenError = defineError("port-taken", 1);
export const OpenReceiverError = defineError("open-receiver", 2);
export const HandlersDirectoryError = defineError("handlers-directory", 2);
export const HandlerTwiceError = defineError("handler-twice", 2);
export const NothingToReplayError = defineError("nothing-to-replay", 1);
export const RouteGoneError = defineError("route-gone", 1);

const PortForbiddenError = defineError("port-forbidden", 1);
const ListenError = defineError("listen-failed", 1);

/** Creates the errors whose text is the same wherever they occur. */
export const receiverErrors = {
  portTaken: (host: string, port: number, cause?: unknown): DefinedError =>
    new PortTakenError({
      what: `port ${port} is taken`,
      why: `another program listens on ${host}:${port}`,
      hint: "Stop it, or use --port 0 to let the system pick one",
      cause,
    }),
  portForbidden: (port: number, cause?: unknown): DefinedError =>
    new PortForbiddenError({
      what: `port ${port} cannot be used`,
      why: "the system reserves it for privileged programs",
      hint: "Use a port above 1023, or --port 0 to let the system pick one",
      cause,
    }),
  listenFailed: (host: string, port: number, why: string, cause?: unknown): DefinedError =>
    new ListenError({
      what: `cannot listen on ${host}:${port}`,
      why,
      hint: "Use --host 127.0.0.1 for this machine only, or --host 0.0.0.0 for all its addresses",
      cause,
    }),
  handlerTwice: (route: string, files: readonly string[]): DefinedError =>
    new HandlerTwiceError({
      what: `two files define the handler "${route}"`,
      why: files.join(" and "),
      hint: "Remove or rename one of them; files whose names start with _ are ignored",
    }),
  routeGone: (seq: number, route: string): DefinedError =>
    new RouteGoneError({
      what: `delivery ${seq} cannot be replayed through its route`,
      why: `this receiver has no route "${route}"`,
      hint: `Start it with --route ${route}, or name a target with --to URL`,
    }),
};
