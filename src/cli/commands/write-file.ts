import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { placeFile } from "../../files/place-file.ts";
import { HooklensError } from "../../model/errors.ts";
import { failureReason } from "../../policy-files/failure-reason.ts";

/** A file an answer was to go to was not written. */
export class AnswerNotWrittenError extends HooklensError {
  readonly code = "answer-not-written";
  readonly exitCode = 1;
}

/**
 * Puts an answer into a file, whole or not at all; folders on the way are made.
 * @param options.replace what is there already
 * @throws {AnswerNotWrittenError}
 */
export function writeAnswerFile(
  path: string,
  text: string,
  { replace }: { readonly replace: boolean },
): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    if (placeFile(path, text, { mode: 0o644, replace })) return;
  } catch (cause) {
    throw new AnswerNotWrittenError({
      what: `${path} was not written`,
      why: failureReason(cause),
      hint: "Check that its folder may be written to",
      cause,
    });
  }
  throw new AnswerNotWrittenError({
    what: `${path} was not written`,
    why: "it is there already",
    hint: "Give another name, or --force to replace it",
  });
}
