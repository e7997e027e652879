import { HooklensError } from "../../model/errors.ts";

/** What a command prints cannot be written: a full disk behind a redirection, a device that takes nothing. */
export class StdoutUnwritableError extends HooklensError {
  readonly code = "stdout-unwritable";
  readonly exitCode = 3;
}
