/** The receiver on the store, as `hooklens receive` runs it: `node bench/receive-server.ts DATA_DIR`; prints its port. */
import { startReceiver } from "../src/receiver/receiver.ts";
import { openDeliveryLog } from "../src/store/sqlite/delivery-log.ts";
import { benchSecret } from "./receive-payload.ts";

const [dataDir] = process.argv.slice(2);
if (dataDir === undefined) throw new Error("usage: node bench/receive-server.ts DATA_DIR");

const log = await openDeliveryLog(dataDir);
const receiver = await startReceiver({ log, port: 0, secret: benchSecret });
console.log(receiver.port);
process.once("SIGTERM", () => {
  void receiver
    .close(1_000)
    .then(() => log.close())
    .then(() => process.exit(0));
});
