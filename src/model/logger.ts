/** Takes messages for a person: one line each, without a line end. */
export interface Logger {
  info(line: string): void;
  warn(line: string): void;
  error(line: string): void;
}

/** Creates a logger that prints lines; a warning begins with `warning: `, an error with `error: `. */
export function lineLogger(print: (line: string) => void): Logger {
  return {
    info: print,
    warn: (line) => print(`warning: ${line}`),
    error: (line) => print(`error: ${line}`),
  };
}

/** Wraps a logger so that it gets each line as `change` returns it. */
export function mapLogger(logger: Logger, change: (line: string) => string): Logger {
  return {
    info: (line) => logger.info(change(line)),
    warn: (line) => logger.warn(change(line)),
    error: (line) => logger.error(change(line)),
  };
}
