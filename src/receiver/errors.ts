import { type DefinedError, defineError } from "../model/errors.ts";

/** Receiver errors that callers distinguish by class. */
export const OpenReceiverError = defineError("open-receiver", 2);
export const HandlersDirectoryError = defineError("handlers-directory", 2);
export const HandlerTwiceError = defineError("handler-twice", 2);
export const ProgramMissingError = defineError("program-missing", 2);
export const NothingToReplayError = defineError("nothing-to-replay", 1);
export const RouteGoneError = defineError("route-gone", 1);

/** Factories of errors with several callers. */
export const receiverErrors = {
  handlerTwice: (route: string, files: readonly string[]): DefinedError =>
    new HandlerTwiceError({
      what: `the route "${route}" has two handlers`,
      why: files.join(" and "),
      hint: "Remove or rename one of them; files whose names start with _ are ignored",
    }),
  programMissing: (route: string, why: string): DefinedError =>
    new ProgramMissingError({
      what: `the program of the route "${route}" cannot be started`,
      why,
      hint: `Install it, or give its path: --exec '${route}=/path/to/program …'`,
    }),
  routeGone: (seq: number, route: string): DefinedError =>
    new RouteGoneError({
      what: `delivery ${seq} cannot be replayed through its route`,
      why: `this receiver has no route "${route}"`,
      hint: `Start the receiver with --route ${route}, or replay to a URL`,
    }),
};
