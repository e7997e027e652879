/**
 * Appends deliveries to the log of a store, several at a time, and prints `<seq> <id>` for each that was
 * acknowledged, until it is killed: `node appender-entry.ts DATA_DIR STORE`.
 */
import process from "node:process";
import { openStore } from "../../src/engine/stores.ts";
import { deliveryOf } from "./deliveries.ts";

const [dataDir = "", store = ""] = process.argv.slice(2);
const log = await (await openStore({ dataDir, store })).deliveries.openLog();
// Indexes as the receiver does: the kill may happen between a commit and its indexing, or during the
// indexing.
const rethrow = (reason: string): never => {
  throw new Error(reason);
};
void log.startBackground({ onFailure: rethrow, onDead: rethrow });

let id = 0;
async function appendForever(): Promise<never> {
  for (;;) {
    id += 1;
    const mine = id;
    const { seq } = await log.append(deliveryOf(JSON.stringify({ id: mine }), { outcome: "pending" }));
    process.stdout.write(`${seq} ${mine}\n`);
  }
}
await Promise.race(Array.from({ length: 16 }, appendForever));
