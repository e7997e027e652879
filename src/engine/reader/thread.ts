import { parentPort, workerData } from "node:worker_threads";
import { openDeliveryReader } from "../../store/sqlite/delivery-reader.ts";
import type { DeliveryReader } from "../../store/ports.ts";
import { errorToWire } from "../error-wire.ts";
import type { ReaderAnswer, ReaderCall, ReaderThreadData } from "./messages.ts";

const { dataDir, dropped } = workerData as ReaderThreadData;
const droppedUpTo = new Int32Array(dropped);
let reader: DeliveryReader | null = null;

const isDropped = (id: number): boolean => id <= Atomics.load(droppedUpTo, 0);

async function answer(call: ReaderCall): Promise<ReaderAnswer> {
  const { id, method, args } = call;
  if (isDropped(id)) return { id, dropped: true };
  try {
    // Opened by a call, not at the start: the log may not be there yet, and why it cannot be read is that call's answer.
    reader ??= await openDeliveryReader(dataDir);
    const read = reader[method] as (...args: readonly unknown[]) => Promise<unknown>;
    return { id, value: await read.apply(reader, args) };
  } catch (error) {
    return { id, error: errorToWire(error) };
  }
}

// One after the other: the database is one, and a later question must not overtake.
let previous: Promise<void> = Promise.resolve();
parentPort?.on("message", (call: ReaderCall) => {
  previous = previous.then(async () => parentPort?.postMessage(await answer(call)));
});
