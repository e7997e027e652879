/** Destination of messages for a person: one line each, without a line ending. */
export interface Logger {
  info(line: string): void;
  warn(line: string): void;
  error(line: string): void;
}

/** Prefix of the lines of each level. */
const prefixes: Readonly<Record<keyof Logger, string>> = { info: "", warn: "warning: ", error: "error: " };

/** Formats a line of a level: `warning: the disk is almost full`. */
export function logLine(level: keyof Logger, line: string): string {
  return prefixes[level] + line;
}

/** Creates a logger that prints lines as `logLine` formats them. */
export function lineLogger(print: (line: string) => void): Logger {
  return {
    info: (line) => print(logLine("info", line)),
    warn: (line) => print(logLine("warn", line)),
    error: (line) => print(logLine("error", line)),
  };
}

/** Creates a logger that passes each line through `change`. */
export function mapLogger(logger: Logger, change: (line: string) => string): Logger {
  return {
    info: (line) => logger.info(change(line)),
    warn: (line) => logger.warn(change(line)),
    error: (line) => logger.error(change(line)),
  };
}
