import { setTimeout as sleep } from "node:timers/promises";
import type { RunningRole } from "../../../engine/role.ts";
import type { Delivery } from "../../../model/delivery.ts";
import { exitCodes, UsageError } from "../../../model/errors.ts";
import type { StoreLocation } from "../../../store/store.ts";
import { machineJson } from "../../../text/machine-json.ts";
import { v } from "../../../text/visible.ts";
import { commandIn } from "../../command-line/command-record.ts";
import type { Formats } from "../../output/formats.ts";
import type { Output } from "../../output/output.ts";
import { storeLocation } from "../../settings/store-location.ts";
import { tailLine, type TailRow } from "./delivery.ts";
import { filterHelp } from "./filter-help.ts";
import { openLog, readSelection, selectionOptions } from "./log.ts";
import { newDeliveries } from "./new-deliveries.ts";

/** Interval of checks whether the receiver still runs, in milliseconds. */
const checkReceiverEveryMs = 1000;
/**
 * Limit for the outcome of a pending delivery, in milliseconds since it was received; then it is printed
 * without one.
 */
const settleWithinMs = 2000;

const tailFormats: Formats<AsyncIterable<TailRow>> = {
  table: () => tailText,
  json: () => tailJson,
  quiet: () => tailSeqs,
};

/**
 * Prints until `--limit` is reached or a signal ends the process. Notes on stderr say when the receiver stops and
 * starts. Exits with code 1 if a delivery was not forwarded, else with 0.
 */
export const tail = commandIn(tailFormats, "deliveries tail", {
  options: {
    ...selectionOptions,
    "--forward <url>":
      "send each delivery to a URL, too, and print the result: a URL, localhost:3000/hook or :3000",
    "--with-secret": "send the webhook secret even to another machine",
  },
  help: filterHelp,
  async run({ settings, output, print }, { forward, withSecret, ...options }) {
    if (forward === undefined && withSecret === true) {
      throw new UsageError({ what: "--with-secret needs --forward", hint: "Add --forward URL" });
    }
    const location = storeLocation(settings);
    const forwarding =
      forward === undefined
        ? null
        : await (
            await import("./tail-forward.ts")
          ).openTailForward(forward, { location, receiver: settings.receiver, withSecret, output });
    const selection = readSelection(forwarding === null ? options : forwarding.selected(options), settings);
    const reader = await openLog({ settings, output }, selection.sinceMs);
    const ended = new AbortController();
    try {
      const from = options.since === undefined ? (await reader.lastSeq()) + 1 : 1;
      await noteRestarts(location, output, ended.signal);
      if (forwarding === null) await print(rowsOf(newDeliveries(reader, selection, from, settleWithinMs)));
      // A forward does not wait for outcomes.
      else await print(forwarding.rows(reader, newDeliveries(reader, selection, from, 0)));
      return forwarding?.hasFailed() === true ? exitCodes.failed : exitCodes.done;
    } finally {
      ended.abort();
      await reader.close();
    }
  },
});

/**
 * Notes each stop and start of the receiver until the signal aborts. Resolves once it knows the one that runs, so that
 * the end of the receiver of a printed delivery is noted.
 */
async function noteRestarts(location: StoreLocation, output: Output, signal: AbortSignal): Promise<void> {
  const { currentHolder } = await import("../../../engine/roles/find-role.ts");
  // The reader of the log reports an unreadable directory.
  const holder = (): Promise<RunningRole | null> => currentHolder(location, "receiver").catch(() => null);
  void noteChanges(await holder(), holder, output, signal);
}

async function noteChanges(
  first: RunningRole | null,
  holder: () => Promise<RunningRole | null>,
  output: Output,
  signal: AbortSignal,
): Promise<void> {
  for (let known = first; !signal.aborted;) {
    await sleep(checkReceiverEveryMs, undefined, { signal, ref: false }).catch(() => undefined);
    const now = signal.aborted ? known : await holder();
    if (now?.startedAt === known?.startedAt && now?.pid === known?.pid) continue;
    if (now === null) output.note(v`The receiver stopped; waiting until it runs again.`);
    else if (known === null) output.note(v`The receiver runs at ${now.url}.`);
    else output.note(v`The receiver was restarted at ${now.url}.`);
    known = now;
  }
}

async function* rowsOf(deliveries: AsyncIterable<Delivery>): AsyncGenerator<TailRow> {
  for await (const delivery of deliveries) {
    yield { line: (width) => tailLine(delivery, width), json: delivery, seq: delivery.seq };
  }
}

/** Prints one JSON object per line. */
async function tailJson(rows: AsyncIterable<TailRow>, output: Output): Promise<void> {
  for await (const { json } of rows) await output.write(`${machineJson(json)}\n`);
}

/** Prints the number of each delivery. */
async function tailSeqs(rows: AsyncIterable<TailRow>, output: Output): Promise<void> {
  for await (const { seq } of rows) await output.write(`${seq}\n`);
}

async function tailText(rows: AsyncIterable<TailRow>, output: Output): Promise<void> {
  for await (const { line } of rows) await output.writeLines([line(output.columns)]);
}
