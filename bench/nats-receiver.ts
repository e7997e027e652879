/** Process with a receiver on a store, as `hooklens receive` runs it: `node bench/nats-receiver.ts DATA_DIR STORE`. */
import { openStore } from "../src/engine/stores.ts";
import { startReceiver } from "../src/receiver/receiver.ts";
import { benchSecret } from "./receive-payload.ts";

const [dataDir, store] = process.argv.slice(2);
if (dataDir === undefined || store === undefined) {
  throw new Error("usage: node bench/nats-receiver.ts DATA_DIR STORE");
}

const log = await (await openStore({ dataDir, store })).deliveries.openLog();
const receiver = await startReceiver({ log, port: 0, secret: benchSecret });
console.log(receiver.port);
process.once("SIGTERM", () => {
  void receiver
    .close(1_000)
    .then(() => log.close())
    .then(() => process.exit(0));
});
