import type { Line } from "../../text/line.ts";
import type { Visible } from "../../text/visible.ts";
import type { Formats } from "./formats.ts";

/** Row of a streamed result. */
export interface StreamedRow {
  /** Line for a person. */
  readonly line: Line | Visible;
  /** Element of the JSON array. */
  readonly json: unknown;
  /** ID for a shell loop; null for none. */
  readonly id: number | null;
}

/** Formats that write rows one by one, in constant memory. The JSON array has one element per line. */
export const streamedFormats: Formats<AsyncIterable<StreamedRow>> = {
  table: () => async (rows, output) => {
    for await (const { line } of rows) await output.writeLines([line]);
  },
  json: async () => {
    const { machineJson } = await import("../../text/machine-json.ts");
    return async (rows, output) => {
      let before = "[\n";
      for await (const { json } of rows) {
        await output.write(before + machineJson(json));
        before = ",\n";
      }
      await output.write(before === "[\n" ? "[]\n" : "\n]\n");
    };
  },
  quiet: () => async (rows, output) => {
    for await (const { id } of rows) if (id !== null) await output.write(`${id}\n`);
  },
};
