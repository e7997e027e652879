import { resolve } from "node:path";
import { type ExportKind, exportFormats } from "../../../engine/export/formats.ts";
import { readDeliveries, writeExport } from "../../../engine/export/write-export.ts";
import type { DeliveryDetail } from "../../../model/delivery.ts";
import { UsageError } from "../../../model/errors.ts";
import { selectionSeqs } from "../../../store/selection.ts";
import { count, plural } from "../../../text/numbers.ts";
import { v } from "../../../text/visible.ts";
import type { Invocation } from "../../command-line/command.ts";
import { openLog, readSelection, type SelectionOptions } from "./log.ts";

/** Number of deliveries after which the progress is shown again. */
const shownEvery = 500;

/** Options of `deliveries export`, as typed. */
interface ExportOptions extends SelectionOptions {
  readonly as: ExportKind;
  readonly output?: string;
  readonly force?: boolean;
}

/** Runs `deliveries export`, oldest delivery first, with one delivery in memory. */
export async function exportDeliveries(
  { settings, output, print }: Invocation,
  options: ExportOptions,
): Promise<void> {
  const { as, force = false } = options;
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
}

/** Yields the first values of an iterable. */
async function* firstOf<T>(values: AsyncIterable<T>, limit: number): AsyncGenerator<T> {
  let left = limit;
  for await (const value of values) {
    yield value;
    left -= 1;
    if (left === 0) return;
  }
}
