import process from "node:process";
import { errorText } from "../model/errors.ts";
import { lineLogger } from "../model/logger.ts";
import { visible } from "../text/visible.ts";

/** Logger that prints on stderr, with control characters made visible. */
export const logger = lineLogger((line) => void process.stderr.write(`${visible(line)}\n`));

/** Logs the message of an error, which is `WHAT (WHY). HINT.` for a `HooklensError`. */
export function logError(error: unknown): void {
  logger.error(errorText(error));
}
