import { parentPort, workerData } from "node:worker_threads";
import { openDeliveryReader } from "../../store/sqlite/delivery-reader.ts";
import { errorToWire } from "../error-wire.ts";
import type { ReaderAnswer, ReaderCall, ReaderThreadData } from "./messages.ts";

const { dataDir, dropped } = workerData as ReaderThreadData;
const droppedUpTo = new Int32Array(dropped);
const reader = openDeliveryReader(dataDir);

async function answer({ id, method, args }: ReaderCall): Promise<ReaderAnswer> {
  if (id <= Atomics.load(droppedUpTo, 0)) return { id, dropped: true };
  try {
    const read = reader[method] as (...args: unknown[]) => Promise<unknown>;
    return { id, value: await read(...args) };
  } catch (error) {
    return { id, error: errorToWire(error) };
  }
}

// One after the other: the database is one, and a later question must not overtake.
let previous: Promise<void> = Promise.resolve();
parentPort?.on("message", (call: ReaderCall) => {
  previous = previous.then(async () => parentPort?.postMessage(await answer(call)));
});
