import process from "node:process";
import { type Logger, lineLogger } from "../../model/logger.ts";
import { type Style, colourWanted, createStyle } from "../../terminal/style.ts";
import type { Line, Span } from "../../text/line.ts";
import { machineJson } from "../../text/machine-json.ts";
import { type Visible, visible } from "../../text/visible.ts";
import type { Format } from "../command-line/command.ts";

/** One answer in all its forms; only the one asked for is made. */
interface Answer {
  /** For a person. */
  readonly lines: () => readonly (Line | Visible)[];
  /** For a program: one JSON document. */
  readonly json: () => unknown;
  /** For a shell loop: one a line. */
  readonly ids: () => readonly (string | number)[];
}

/** Where a command's words go. Answers go to stdout, all else to stderr. */
export interface Output {
  readonly format: Format;
  /** How wide stdout's terminal is; null where it is none, and nothing is cut. */
  readonly columns: number | null;
  /** Print secrets in clear. */
  readonly showSecret: boolean;
  answer(answer: Answer): Promise<void>;
  /** The form for a person, by itself. */
  answerLines(lines: readonly (Line | Visible)[]): Promise<void>;
  /** Text that needs nothing done to it any more, on stdout. Resolves when there is room for more. */
  write(text: string): Promise<void>;
  /** One line on stderr, unless only errors are wanted. */
  note(text: Visible): void;
  /** The same in colors. */
  noteLine(line: Line): void;
  /** Whether somebody watches stderr on a terminal, and wants more than errors. */
  readonly isWatched: boolean;
  /** Shows how far a command is in a line of stderr that the next call replaces, on a terminal only; null clears it. */
  progress(text: Visible | null): void;
}

interface OutputOptions {
  readonly format: Format;
  readonly noColor: boolean;
  readonly showSecret: boolean;
  readonly errorsOnly: boolean;
}

/** Output to this process's own streams. */
export function createOutput({ format, noColor, showSecret, errorsOnly }: OutputOptions): Output {
  const { stdout, stderr } = process;
  const style = createStyle({ colour: colourWanted(process.env, stdout, noColor) });
  const noteStyle = createStyle({ colour: colourWanted(process.env, stderr, noColor) });
  const write = async (text: string): Promise<void> => {
    if (stdout.write(text)) return;
    await new Promise((resolve) => stdout.once("drain", resolve));
  };
  const answerLines: Output["answerLines"] = (lines) =>
    write(lines.map((each) => `${typeof each === "string" ? each : drawLine(each, style)}\n`).join(""));
  let progressColumns = 0;
  return {
    format,
    columns: stdout.isTTY ? stdout.columns : null,
    showSecret,
    write,
    answerLines,
    note(text) {
      if (!errorsOnly) stderr.write(`${text}\n`);
    },
    noteLine(line) {
      if (!errorsOnly) stderr.write(`${drawLine(line, noteStyle)}\n`);
    },
    isWatched: stderr.isTTY && !errorsOnly,
    progress(text) {
      if (errorsOnly || !stderr.isTTY) return;
      if (progressColumns > 0) stderr.write(`\r${" ".repeat(progressColumns)}\r`);
      progressColumns = text === null ? 0 : text.length;
      if (text !== null) stderr.write(text);
    },
    async answer({ lines, json, ids }) {
      switch (format) {
        case "json":
          return write(`${machineJson(json(), 2)}\n`);
        case "quiet":
          return write(
            ids()
              .map((id) => `${visible(String(id))}\n`)
              .join(""),
          );
        case "table":
          return answerLines(lines());
      }
    },
  };
}

/** A line as the text to write to a stream; the style knows whether that takes colours. */
export function drawLine({ spans }: Line, style: Style): string {
  return spans.map((span) => drawSpan(span, style)).join("");
}

function drawSpan({ text, tone }: Span, style: Style): string {
  if (tone === "plain" || text === "") return text;
  return style[tone === "strong" ? "bold" : tone](text);
}

/** Logger that notes lines on stderr. */
export function noteLogger(output: Pick<Output, "note">): Logger {
  return lineLogger((line) => output.note(visible(line)));
}
