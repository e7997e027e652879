import { setTimeout as sleep } from "node:timers/promises";
import type { Delivery } from "../../../model/delivery.ts";
import type { DeliveryReader } from "../../../store/ports.ts";
import { machineJson } from "../../../text/machine-json.ts";
import type { Invocation } from "../../command-line/command.ts";
import type { Output } from "../../output/output.ts";
import { rowJson, tailLine } from "./delivery.ts";
import { type Selection, type SelectionOptions, openLog, readSelection } from "./log.ts";

/** The log is looked at so often: soon enough for a reader's eye, and one indexed look-up when nothing is new. */
const lookEveryMs = 100;
const pageRows = 500;
/** So long is a delivery waited for that is still being handled, so that its one line can say how it ended. */
const settleWithinMs = 2000;

/** `deliveries tail`: until `--limit` is reached or a signal ends the process. */
export async function tailDeliveries(
  { settings, output }: Invocation,
  options: SelectionOptions,
): Promise<void> {
  const selection = readSelection(options);
  const reader = await openLog(settings.dataDir.value);
  try {
    const from = options.since === undefined ? (await reader.lastSeq()) + 1 : 1;
    for await (const delivery of newDeliveries(reader, selection, from)) await print(delivery, output);
  } finally {
    await reader.close();
  }
}

/**
 * What comes from `from` on, in order. The log itself is asked, and not the receiver: that is the same while one runs, while none does,
 * and while one is started again.
 */
async function* newDeliveries(
  reader: DeliveryReader,
  { filter, limit }: Selection,
  from: number,
): AsyncGenerator<Delivery> {
  let next = from;
  let left = limit ?? Number.POSITIVE_INFINITY;
  while (left > 0) {
    const last = await reader.lastSeq();
    // Rows beyond `last` are left for the next look, so that `next` never passes a row that was not seen.
    const page = await reader.page({
      filter,
      from: next,
      direction: "newer",
      limit: Math.min(left, pageRows),
    });
    const rows = page.rows.toReversed();
    const settled = rows.slice(0, firstUnsettled(rows));
    yield* settled;
    left -= settled.length;
    const newest = settled.at(-1);
    if (settled.length < rows.length) next = (newest?.seq ?? next - 1) + 1;
    else if (page.more) next = (newest?.seq ?? next) + 1;
    else next = Math.max(last, newest?.seq ?? 0, next - 1) + 1;
    if (left > 0 && (settled.length < rows.length || !page.more)) await sleep(lookEveryMs);
  }
}

/** The place of the first row that is worth waiting for; the length where there is none. */
function firstUnsettled(rows: readonly Delivery[]): number {
  const youngerThan = Date.now() - settleWithinMs;
  const place = rows.findIndex(
    ({ outcome, receivedAt }) => outcome === "pending" && Date.parse(receivedAt) > youngerThan,
  );
  return place === -1 ? rows.length : place;
}

async function print(delivery: Delivery, output: Output): Promise<void> {
  switch (output.format) {
    case "json":
      return output.write(`${machineJson(rowJson(delivery))}\n`);
    case "quiet":
      return output.write(`${delivery.seq}\n`);
    case "table":
      return output.answerLines([tailLine(delivery, output.columns)]);
  }
}
