import type { Delivery } from "../../../model/delivery.ts";
import type { Filter } from "../../../model/filter.ts";
import type { DeliveryReader } from "../../../store/delivery-log.ts";
import { deliveryTable } from "../../../tables/deliveries.ts";
import { machineJson } from "../../../text/machine-json.ts";
import { plural } from "../../../text/numbers.ts";
import { v } from "../../../text/visible.ts";
import { commandIn } from "../../command-line/command-record.ts";
import type { Formats } from "../../output/formats.ts";
import type { Output } from "../../output/output.ts";
import { printedColumns, tableLines } from "../../output/table.ts";
import { filterHelp } from "./filter-help.ts";
import { type LogReading, openLog, readSelection, type Selection, selectionOptions } from "./log.ts";

/** Maximum rows of a table without `--limit`. */
const tableLimit = 50;
const pageRows = 1000;

/** Deliveries to list, newest first. */
export interface DeliveryList {
  readonly reader: DeliveryReader;
  readonly filter: Filter;
  /** Maximum number of deliveries; null for all. */
  readonly limit: number | null;
}

/** Formats of a list of deliveries. */
export const listFormats: Formats<DeliveryList> = {
  table: () => listTable,
  json: () => listJson,
  quiet: () => listSeqs,
};

export const ls = commandIn(listFormats, "deliveries ls|list", {
  options: selectionOptions,
  help: filterHelp,
  run: ({ settings, output, print }, options) =>
    printDeliveries({ settings, output }, readSelection(options, settings), print),
});

/** Prints the selected deliveries of a data directory's log, newest first. */
export async function printDeliveries(
  reading: LogReading,
  { filter, limit, sinceMs }: Selection,
  print: (list: DeliveryList) => Promise<void>,
): Promise<void> {
  const reader = await openLog(reading, sinceMs);
  try {
    await print({ reader, filter, limit });
  } finally {
    await reader.close();
  }
}

/** Yields the deliveries of a list in pages of 1 to 1,000 rows, so that only one page is in memory. */
export async function* pages({ reader, filter, limit }: DeliveryList): AsyncGenerator<readonly Delivery[]> {
  let from: number | null = null;
  let left = limit ?? Number.POSITIVE_INFINITY;
  while (left > 0) {
    const page = await reader.page({ filter, from, direction: "older", limit: Math.min(left, pageRows) });
    const last = page.rows.at(-1);
    if (last === undefined) return;
    yield page.rows;
    if (!page.more) return;
    left -= page.rows.length;
    from = last.seq - 1;
  }
}

/** Prints one JSON array, one delivery per line. */
async function listJson(list: DeliveryList, output: Output): Promise<void> {
  let before = "[\n";
  for await (const rows of pages(list)) {
    await output.write(before + rows.map((row) => machineJson(row)).join(",\n"));
    before = ",\n";
  }
  await output.write(before === "[\n" ? "[]\n" : "\n]\n");
}

/** Prints the number of each delivery. */
async function listSeqs(list: DeliveryList, output: Output): Promise<void> {
  for await (const rows of pages(list)) await output.write(rows.map(({ seq }) => `${seq}\n`).join(""));
}

async function listTable({ reader, filter, limit: given }: DeliveryList, output: Output): Promise<void> {
  const limit = given ?? tableLimit;
  const rows: Delivery[] = [];
  for await (const page of pages({ reader, filter, limit })) rows.push(...page);
  if (rows.length === 0) {
    const isEmpty = (await reader.lastSeq()) === 0;
    return output.writeLines([
      isEmpty
        ? v`No deliveries yet. Run hooklens receive, and point a webhook at it.`
        : v`No matching deliveries.`,
    ]);
  }
  await output.writeLines(
    tableLines(printedColumns(deliveryTable, { nowMs: Date.now(), zone: "utc" }), rows, output.columns),
  );
  if (rows.length === limit) {
    const total = await reader.count(filter);
    if (total > limit) {
      output.note(v`${limit} of ${plural(total, "delivery", "deliveries")}; use --limit N to show more.`);
    }
  }
}
