import process from "node:process";
import { type Logger, lineLogger } from "../../model/logger.ts";
import { wantsColor, createStyle, type Style } from "../../terminal/style.ts";
import type { Line, Span } from "../../text/line.ts";
import { type Visible, visible } from "../../text/visible.ts";
import type { Streams } from "../streams.ts";

/** Output of a command: results on stdout, everything else on stderr. */
export interface Output {
  /** Width of the terminal on stdout; null if stdout is not a terminal: nothing is cut. */
  readonly columns: number | null;
  /** True if secrets are printed in clear text. */
  readonly showSecret: boolean;
  /** Writes text or bytes to stdout unchanged. Resolves when stdout accepts more. */
  write(content: string | Uint8Array): Promise<void>;
  /** Writes lines for a person to stdout. */
  writeLines(lines: readonly (Line | Visible)[]): Promise<void>;
  /** Logger to stderr that makes control characters visible; with `--quiet` only for errors. */
  readonly logger: Logger;
  /** Prints one line on stderr, unless `--quiet` is set. */
  note(text: Visible): void;
  /** Prints one line in colors on stderr, unless `--quiet` is set. */
  noteLine(line: Line): void;
  /** True if stderr is a terminal and `--quiet` is not set. */
  readonly isWatched: boolean;
  /**
   * Shows progress on the last line of a watched stderr (`isWatched`). The next call replaces it; null clears
   * it.
   */
  progress(text: Visible | null): void;
}

interface OutputOptions {
  readonly noColor: boolean;
  readonly showSecret: boolean;
  readonly errorsOnly: boolean;
}

/** Creates the output of a command on its streams. */
export function createOutput(
  { stdout, stderr }: Pick<Streams, "stdout" | "stderr">,
  { noColor, showSecret, errorsOnly }: OutputOptions,
): Output {
  const style = createStyle({ color: wantsColor(process.env, stdout, noColor) });
  const noteStyle = createStyle({ color: wantsColor(process.env, stderr, noColor) });
  const write = async (content: string | Uint8Array): Promise<void> => {
    if (stdout.write(content)) return;
    await new Promise((resolve) => stdout.once("drain", resolve));
  };
  const logger = lineLogger((line) => void stderr.write(`${visible(line)}\n`));
  let progressColumns = 0;
  return {
    columns: stdout.isTTY === true ? (stdout.columns ?? null) : null,
    showSecret,
    write,
    writeLines: (lines) => write(drawLines(lines, style)),
    logger: errorsOnly ? { ...logger, info() {}, warn() {} } : logger,
    note(text) {
      if (!errorsOnly) stderr.write(`${text}\n`);
    },
    noteLine(line) {
      if (!errorsOnly) stderr.write(`${drawLine(line, noteStyle)}\n`);
    },
    isWatched: stderr.isTTY === true && !errorsOnly,
    progress(text) {
      if (errorsOnly || !stderr.isTTY) return;
      if (progressColumns > 0) stderr.write(`\r${" ".repeat(progressColumns)}\r`);
      progressColumns = text === null ? 0 : text.length;
      if (text !== null) stderr.write(text);
    },
  };
}

/** Creates an output that collects its results as plain text, for a file; `text` returns them. */
export function captureOutput(output: Output): Output & { text(): string } {
  const style = createStyle({ color: false });
  let text = "";
  const write = async (more: string | Uint8Array): Promise<void> => {
    text += typeof more === "string" ? more : Buffer.from(more).toString();
  };
  return {
    ...output,
    columns: null,
    write,
    writeLines: (lines) => write(drawLines(lines, style)),
    text: () => text,
  };
}

function drawLines(lines: readonly (Line | Visible)[], style: Style): string {
  return lines.map((each) => `${typeof each === "string" ? each : drawLine(each, style)}\n`).join("");
}

/** Draws a line; the style determines the colors. */
export function drawLine({ spans }: Line, style: Style): string {
  return spans.map((span) => drawSpan(span, style)).join("");
}

function drawSpan({ text, tone, style: own }: Span, style: Style): string {
  if (own !== undefined) return style.program(text, own);
  if (tone === "plain" || text === "") return text;
  return style[tone === "strong" ? "bold" : tone](text);
}
