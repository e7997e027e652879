import { resolve } from "node:path";
import { version } from "../../../engine/version.ts";
import { deliveryLine } from "../../../exports/delivery-line.ts";
import { harEnd, harEntry, harStart } from "../../../exports/har.ts";
import type { DeliveryDetail } from "../../../model/delivery.ts";
import { UsageError } from "../../../model/errors.ts";
import type { DeliveryReader } from "../../../store/delivery-log.ts";
import { machineJson } from "../../../text/machine-json.ts";
import { count, plural } from "../../../text/numbers.ts";
import { v } from "../../../text/visible.ts";
import type { Invocation } from "../../command-line/command.ts";
import { storeLocation } from "../../settings/store-location.ts";
import { type ExportFile, openExportFile } from "./export-file.ts";
import { writeScripts } from "./export-scripts.ts";
import { openLog, readSelection, type Selection, type SelectionOptions } from "./log.ts";

/** Value of `--as`. */
type ExportKind = "ndjson" | "har" | "curl";

/** Rows that are read at once; headers and bodies are read one by one. */
const pageRows = 500;

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
  if (as === "curl" && options.output === undefined) {
    throw new UsageError({
      what: "there is no directory for the scripts",
      hint: "Name one with -o DIR",
    });
  }
  const selection = readSelection(options);
  const path = options.output === undefined ? null : resolve(options.output);
  const reader = await openLog(storeLocation(settings));
  let exported = 0;
  try {
    const deliveries = counted(deliveriesOf(reader, selection));
    if (path === null) await writeTo({ write: output.write }, as, deliveries);
    else if (as === "curl") await writeScripts(path, deliveries, { force });
    else {
      const file = await openExportFile(path, { force });
      try {
        await writeTo(file, as, deliveries);
        await file.place();
      } finally {
        await file.close();
      }
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
      if (exported % pageRows === 0) output.progress(v`exported ${count(exported)}`);
    }
  }
}

async function writeTo(
  file: Pick<ExportFile, "write">,
  as: ExportKind,
  deliveries: AsyncIterable<DeliveryDetail>,
): Promise<void> {
  if (as === "ndjson") {
    for await (const delivery of deliveries) await file.write(`${deliveryLine(delivery)}\n`);
    return;
  }
  await file.write(harStart(version));
  let before = "\n";
  for await (const delivery of deliveries) {
    await file.write(before + machineJson(harEntry(delivery)));
    before = ",\n";
  }
  await file.write(`\n${harEnd}\n`);
}

/** Yields the selected deliveries that were in the log at the start, oldest first. */
async function* deliveriesOf(
  reader: DeliveryReader,
  { filter, limit }: Selection,
): AsyncGenerator<DeliveryDetail> {
  const last = await reader.lastSeq();
  let left = limit ?? Number.POSITIVE_INFINITY;
  for (let from = 1; left > 0;) {
    const page = await reader.page({ filter, from, direction: "newer", limit: Math.min(left, pageRows) });
    for (const { seq } of page.rows.toReversed()) {
      // A delivery may be pruned after its row was read.
      const delivery = seq > last ? null : await reader.get(seq);
      if (delivery !== null) yield delivery;
    }
    left -= page.rows.length;
    const newest = page.rows[0]?.seq ?? last;
    if (!page.more || newest >= last) return;
    from = newest + 1;
  }
}
