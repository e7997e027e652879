import { resolve } from "node:path";
import { exportFormats, exportKinds } from "../../../engine/export/formats.ts";
import { readDeliveries, writeExport } from "../../../engine/export/write-export.ts";
import type { DeliveryDetail } from "../../../model/delivery.ts";
import { UsageError } from "../../../model/errors.ts";
import { selectionSeqs } from "../../../store/selection.ts";
import { count, plural } from "../../../text/numbers.ts";
import { v } from "../../../text/visible.ts";
import { command } from "../../command-line/command-record.ts";
import { filterHelp } from "./filter-help.ts";
import { openLog, readSelection, selectionOptions } from "./log.ts";

/** Number of deliveries after which the progress is shown again. */
const shownEvery = 500;

/** Exports the oldest delivery first, with one delivery in memory. */
export const exportCommand = command("deliveries export", {
  options: {
    "--as <kind>": { about: "kind of export", choices: exportKinds, default: "ndjson" },
    "-o, --output <path>": "file to write, or directory of the scripts (default: stdout)",
    "--force": "replace existing files",
    ...selectionOptions,
  },
  help: filterHelp,
  async run({ settings, output, print }, { as, force = false, ...options }) {
    const format = exportFormats[as];
    if (format.output === "directory" && options.output === undefined) {
      throw new UsageError({
        what: `there is no directory for the ${format.label}`,
        hint: "Name one with -o DIR",
      });
    }
    const { filter, limit, sinceMs } = readSelection(options, settings);
    const path = options.output === undefined ? null : resolve(options.output);
    const reader = await openLog({ settings, output }, sinceMs);
    let exported = 0;
    try {
      const untilSeq = await reader.lastSeq();
      const seqs = selectionSeqs(reader, { filter, untilSeq });
      const deliveries = counted(readDeliveries(reader, limit === null ? seqs : firstOf(seqs, limit)));
      if (path !== null) await writeExport(path, as, deliveries, { force });
      else if (format.output === "file") {
        for await (const text of format.write(deliveries)) await output.write(text);
      }
    } finally {
      output.progress(null);
      await reader.close();
    }
    if (path === null) return;
    await print({
      table: () => [v`${plural(exported, "delivery", "deliveries")} exported to ${path}`],
      json: () => ({ exported, as, file: path }),
      quiet: () => [],
    });

    async function* counted(all: AsyncIterable<DeliveryDetail>): AsyncGenerator<DeliveryDetail> {
      for await (const delivery of all) {
        yield delivery;
        exported += 1;
        if (exported % shownEvery === 0) output.progress(v`exported ${count(exported)}`);
      }
    }
  },
});

/** Yields the first values of an iterable. */
async function* firstOf<T>(values: AsyncIterable<T>, limit: number): AsyncGenerator<T> {
  let left = limit;
  for await (const value of values) {
    yield value;
    left -= 1;
    if (left === 0) return;
  }
}
