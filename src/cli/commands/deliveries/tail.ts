import { setTimeout as sleep } from "node:timers/promises";
import { currentHolder } from "../../../engine/roles/find-role.ts";
import type { RunningRole } from "../../../engine/roles/role.ts";
import type { Delivery } from "../../../model/delivery.ts";
import type { DeliveryReader } from "../../../store/delivery-log.ts";
import type { StoreLocation } from "../../../store/store.ts";
import { machineJson } from "../../../text/machine-json.ts";
import { v } from "../../../text/visible.ts";
import type { Invocation } from "../../command-line/command.ts";
import type { Output } from "../../output/output.ts";
import { storeLocation } from "../../settings/store-location.ts";
import { rowJson, tailLine } from "./delivery.ts";
import { type Selection, type SelectionOptions, openLog, readSelection } from "./log.ts";

/** Poll interval of the log, in milliseconds. */
const pollEveryMs = 100;
/** Interval of checks whether the receiver still runs, in milliseconds. */
const checkReceiverEveryMs = 1000;
const pageRows = 500;
/**
 * Limit for the outcome of a pending delivery, in milliseconds since it was received; then it is printed
 * without one.
 */
const settleWithinMs = 2000;

/**
 * Runs `deliveries tail` until `--limit` is reached or a signal ends the process. Notes on stderr say when the
 * receiver stops and starts.
 */
export async function tailDeliveries(
  { settings, output, print }: Invocation<AsyncIterable<Delivery>>,
  options: SelectionOptions,
): Promise<void> {
  const selection = readSelection(options, settings);
  const location = storeLocation(settings);
  const reader = await openLog({ settings, output }, selection.sinceMs);
  const ended = new AbortController();
  try {
    const from = options.since === undefined ? (await reader.lastSeq()) + 1 : 1;
    void noteRestarts(location, output, ended.signal);
    await print(newDeliveries(reader, selection, from));
  } finally {
    ended.abort();
    await reader.close();
  }
}

/** Notes each stop and start of the receiver until the signal aborts. */
async function noteRestarts(location: StoreLocation, output: Output, signal: AbortSignal): Promise<void> {
  // A directory that cannot be read is reported by the reader of the log.
  const holder = (): Promise<RunningRole | null> => currentHolder(location, "receiver").catch(() => null);
  for (let known = await holder(); !signal.aborted;) {
    await sleep(checkReceiverEveryMs, undefined, { signal, ref: false }).catch(() => undefined);
    const now = signal.aborted ? known : await holder();
    if (now?.startedAt === known?.startedAt && now?.pid === known?.pid) continue;
    if (now === null) output.note(v`The receiver stopped; waiting until it runs again.`);
    else if (known === null) output.note(v`The receiver runs at ${now.url}.`);
    else output.note(v`The receiver was restarted at ${now.url}.`);
    known = now;
  }
}

/** Prints one JSON object per line. */
export async function tailJson(deliveries: AsyncIterable<Delivery>, output: Output): Promise<void> {
  for await (const delivery of deliveries) await output.write(`${machineJson(rowJson(delivery))}\n`);
}

/** Prints the number of each delivery. */
export async function tailSeqs(deliveries: AsyncIterable<Delivery>, output: Output): Promise<void> {
  for await (const { seq } of deliveries) await output.write(`${seq}\n`);
}

export async function tailText(deliveries: AsyncIterable<Delivery>, output: Output): Promise<void> {
  for await (const delivery of deliveries) await output.writeLines([tailLine(delivery, output.columns)]);
}

/**
 * Yields the deliveries from `from` on, in order of seq. Polls the log instead of the receiver, so it also
 * works while no receiver runs.
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
    // `last` is read before the page, so that `next` never passes a row that was not read.
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
    if (left > 0 && (settled.length < rows.length || !page.more)) await sleep(pollEveryMs);
  }
}

/** Returns the index of the first pending row younger than `settleWithinMs`; the length if there is none. */
function firstUnsettled(rows: readonly Delivery[]): number {
  const youngerThan = Date.now() - settleWithinMs;
  const index = rows.findIndex(
    ({ outcome, receivedAt }) => outcome === "pending" && Date.parse(receivedAt) > youngerThan,
  );
  return index === -1 ? rows.length : index;
}
