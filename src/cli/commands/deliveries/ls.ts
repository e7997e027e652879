import type { Delivery } from "../../../model/delivery.ts";
import type { Filter } from "../../../model/filter.ts";
import type { DeliveryReader } from "../../../store/ports.ts";
import { machineJson } from "../../../text/machine-json.ts";
import { plural } from "../../../text/numbers.ts";
import { v } from "../../../text/visible.ts";
import type { Invocation } from "../../command-line/command.ts";
import type { Output } from "../../output/output.ts";
import { tableLines } from "../../output/table.ts";
import { deliveryColumns, rowJson } from "./delivery.ts";
import { type Selection, type SelectionOptions, openLog, readSelection } from "./log.ts";

const tableLimit = 50;
const pageRows = 1000;

/** `deliveries ls`, newest first. */
export async function listDeliveries(
  { settings, output }: Invocation,
  options: SelectionOptions,
): Promise<void> {
  await printDeliveries(settings.dataDir.value, output, readSelection(options));
}

/** The deliveries chosen, newest first, in the form that is asked for. */
export async function printDeliveries(
  dataDir: string,
  output: Output,
  { filter, limit }: Selection,
): Promise<void> {
  const reader = await openLog(dataDir);
  try {
    switch (output.format) {
      case "json":
        return await printJson(output, pages(reader, filter, limit));
      case "quiet":
        for await (const rows of pages(reader, filter, limit)) {
          await output.write(rows.map(({ seq }) => `${seq}\n`).join(""));
        }
        return;
      case "table":
        return await printTable(output, reader, filter, limit ?? tableLimit);
    }
  } finally {
    await reader.close();
  }
}

/** All that match, a page at a time, so that a log of any length needs the memory of one page. Each has a row at least. */
async function* pages(
  reader: DeliveryReader,
  filter: Filter,
  limit: number | null,
): AsyncGenerator<readonly Delivery[]> {
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

/** One array, one delivery a line. */
async function printJson(output: Output, all: AsyncIterable<readonly Delivery[]>): Promise<void> {
  let before = "[\n";
  for await (const rows of all) {
    await output.write(before + rows.map((row) => machineJson(rowJson(row))).join(",\n"));
    before = ",\n";
  }
  await output.write(before === "[\n" ? "[]\n" : "\n]\n");
}

async function printTable(
  output: Output,
  reader: DeliveryReader,
  filter: Filter,
  limit: number,
): Promise<void> {
  const rows: Delivery[] = [];
  for await (const page of pages(reader, filter, limit)) rows.push(...page);
  if (rows.length === 0) {
    const none = (await reader.lastSeq()) === 0;
    return output.answerLines([
      none
        ? v`No deliveries yet. Start hooklens receive, and point a webhook at it.`
        : v`No delivery matches.`,
    ]);
  }
  await output.answerLines(tableLines(deliveryColumns, rows, output.columns));
  if (rows.length === limit) {
    const total = await reader.count(filter);
    if (total > limit)
      output.note(v`${limit} of ${plural(total, "delivery", "deliveries")}; --limit N shows more.`);
  }
}
