import type { Line } from "../../text/line.ts";
import { type Visible, visible } from "../../text/visible.ts";
import type { Output } from "./output.ts";

/** Function that writes the result of a command. */
export type Format<Result> = (result: Result, output: Output) => Promise<void>;

/**
 * Formats of a command by their names for `--format`. The first is the default. A command loads only the chosen one.
 */
export type Formats<Result> = Readonly<Record<string, () => Format<Result> | Promise<Format<Result>>>>;

/** Result of most commands: a view for each standard format. A command computes only the chosen one. */
export interface Views {
  /** Lines for a person. */
  readonly table: () => readonly (Line | Visible)[];
  /** One JSON document for a program. */
  readonly json: () => unknown;
  /** IDs for a shell loop, one per line. */
  readonly quiet: () => readonly (string | number)[];
}

/** Formats of commands without formats of their own. */
export const standardFormats: Formats<Views> = {
  table: () => (views, output) => output.writeLines(views.table()),
  json: async () => {
    const { machineJson } = await import("../../text/machine-json.ts");
    return (views, output) => output.write(`${machineJson(views.json(), 2)}\n`);
  },
  quiet: () => (views, output) =>
    output.write(
      views
        .quiet()
        .map((id) => `${visible(String(id))}\n`)
        .join(""),
    ),
};

/**
 * Chooses a format of a command.
 * @param wanted name of the format; the first is chosen if it is undefined or unknown
 */
export function printer<Result>(
  formats: Formats<Result>,
  wanted: string | undefined,
  stdout: Output,
): { readonly format: string; readonly print: (result: Result, output?: Output) => Promise<void> } {
  const [first = ""] = Object.keys(formats);
  const format = wanted !== undefined && Object.hasOwn(formats, wanted) ? wanted : first;
  return {
    format,
    async print(result, output = stdout) {
      const write = await formats[format]?.();
      await write?.(result, output);
    },
  };
}
