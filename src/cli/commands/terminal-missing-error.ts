import { UsageError } from "../../model/errors.ts";

/** The app was asked for where nobody could see or steer it. */
export class TerminalMissingError extends UsageError {}
