/**
 * The receiver on the store, as `hooklens receive` runs it, or as the library does with one handler:
 * `node bench/receive-server.ts DATA_DIR [handler]`; prints its port.
 */
import { handlerAction } from "../src/receiver/handlers/call-handler.ts";
import { startReceiver } from "../src/receiver/receiver.ts";
import { openDeliveryLog } from "../src/store/sqlite/delivery-log.ts";
import { benchSecret } from "./receive-payload.ts";

const [dataDir, kind] = process.argv.slice(2);
if (dataDir === undefined) throw new Error("usage: node bench/receive-server.ts DATA_DIR [handler]");

const log = await openDeliveryLog(dataDir);
const action =
  kind === "handler" ? handlerAction("inbox", async (payload) => ({ message: payload.event.scope })) : null;
const receiver = await startReceiver({
  log,
  port: 0,
  secret: benchSecret,
  routes: [{ name: "inbox", action }],
});
console.log(receiver.port);
process.once("SIGTERM", () => {
  void receiver
    .close(1_000)
    .then(() => log.close())
    .then(() => process.exit(0));
});
