import { z } from "zod";
import {
  HooklensError,
  isHooklensError,
  NotFoundError,
  UsageError,
  type ErrorParts,
} from "../model/errors.ts";
import { NothingToReplayError } from "../receiver/errors.ts";
import {
  StoreBusyError,
  StoreClosedError,
  StoreDamagedError,
  StoreFullError,
  StoreIoError,
  StoreUnwritableError,
  StoreVersionError,
} from "../store/errors.ts";
import {
  ControlSocketError,
  EngineGoneError,
  EngineStartError,
  EngineVersionError,
  NotStoringError,
  ReaderGoneError,
  RoleHeldError,
  RuntimeFileError,
} from "./errors.ts";

/** An error as it goes from one process or thread to another. A bug has no exit code and keeps its stack. */
export const wireErrorSchema = z.union([
  z.object({
    code: z.string(),
    exitCode: z.union([z.literal(1), z.literal(2), z.literal(3)]),
    what: z.string(),
    why: z.string().optional(),
    hint: z.string().optional(),
  }),
  z.object({ code: z.literal("bug"), what: z.string(), stack: z.string() }),
]);
export type WireError = z.infer<typeof wireErrorSchema>;

type ErrorClass = new (parts: ErrorParts) => HooklensError;

const classes: readonly ErrorClass[] = [
  NotFoundError,
  UsageError,
  StoreBusyError,
  StoreClosedError,
  StoreDamagedError,
  StoreFullError,
  StoreIoError,
  StoreUnwritableError,
  StoreVersionError,
  NothingToReplayError,
  ControlSocketError,
  EngineGoneError,
  EngineStartError,
  EngineVersionError,
  NotStoringError,
  ReaderGoneError,
  RoleHeldError,
  RuntimeFileError,
];
const classOfCode = new Map(classes.map((made) => [new made({ what: "" }).code, made]));

/** An error of a class that this side has no constructor for: code and exit code are kept. */
class RelayedError extends HooklensError {
  readonly code: string;
  readonly exitCode: 1 | 2 | 3;
  constructor(code: string, exitCode: 1 | 2 | 3, parts: ErrorParts) {
    super(parts);
    this.code = code;
    this.exitCode = exitCode;
  }
}

/** What can be sent of an error; its cause stays behind. */
export function errorToWire(error: unknown): WireError {
  if (!isHooklensError(error)) {
    const bug = error instanceof Error ? error : new Error(String(error));
    return { code: "bug", what: bug.message, stack: bug.stack ?? bug.message };
  }
  const { code, exitCode, what, why, hint } = error;
  return { code, exitCode, what, why, hint };
}

/** The error again, of its own class; a bug as a plain Error with the stack it had there. */
export function errorFromWire(wire: WireError): Error {
  if (!("exitCode" in wire)) {
    const bug = new Error(wire.what);
    bug.stack = wire.stack;
    return bug;
  }
  const { code, exitCode, what, why, hint } = wire;
  const made = classOfCode.get(code);
  const parts = { what, why, hint };
  return made === undefined ? new RelayedError(code, exitCode, parts) : new made(parts);
}
