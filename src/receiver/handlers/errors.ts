import { HooklensError } from "../../model/errors.ts";

/** The directory of `--handlers` is not there, or no directory, or may not be read. */
export class HandlersDirectoryError extends HooklensError {
  readonly code = "handlers-directory";
  readonly exitCode = 2;
}

/** Two files of the directory would be the same route. */
export class HandlerTwiceError extends HooklensError {
  readonly code = "handler-twice";
  readonly exitCode = 2;

  constructor(route: string, files: readonly string[]) {
    super({
      what: `two files are the handler "${route}"`,
      why: files.join(" and "),
      hint: "Remove or rename one of them; a name that starts with _ is no handler",
    });
  }
}
