import { parentPort, workerData } from "node:worker_threads";
import { errorToWire } from "../../model/error-wire.ts";
import { guardDecompression } from "../../store/sqlite/decompressing.ts";
import { openDeliveryReader } from "../../store/sqlite/delivery-reader.ts";
import type { ReaderAnswer, ReaderCall, ReaderQuestion, ReaderThreadData } from "./messages.ts";

const { dataDir, dropped, decompression }: ReaderThreadData = workerData;
guardDecompression(decompression);
const droppedUpTo = new Int32Array(dropped);
const reader = openDeliveryReader(dataDir);

function ask(question: ReaderQuestion): Promise<unknown> {
  switch (question.method) {
    case "page":
      return reader.page(question.query);
    case "get":
      return reader.get(question.seq);
    case "count":
      return reader.count(question.filter);
    case "lastSeq":
      return reader.lastSeq();
    default:
      return question satisfies never;
  }
}

async function answer({ id, question }: ReaderCall): Promise<ReaderAnswer> {
  if (id <= Atomics.load(droppedUpTo, 0)) return { id, dropped: true };
  try {
    return { id, value: await ask(question) };
  } catch (error) {
    return { id, error: errorToWire(error) };
  }
}

// One after the other: the database is one, and a later question must not overtake.
let previous: Promise<void> = Promise.resolve();
parentPort?.on("message", (call: ReaderCall) => {
  previous = previous.then(async () => parentPort?.postMessage(await answer(call)));
});
