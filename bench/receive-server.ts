/**
 * Process with a receiver and its store, as `hooklens receive` runs it (`inbox`), as the library does with
 * one handler (`handler`), or as `--handlers DIR` does with one module (`module`): `node
 * bench/receive-server.ts DATA_DIR inbox | handler | module`. Prints its port.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { handlerAction } from "../src/receiver/handlers/call-handler.ts";
import { openHandlers } from "../src/receiver/handlers/handlers.ts";
import { startReceiver } from "../src/receiver/receiver.ts";
import { openDeliveryLog } from "../src/store/sqlite/deliveries/delivery-log.ts";
import { startIndexer } from "../src/store/sqlite/deliveries/search/start-indexer.ts";
import { benchSecret } from "./receive-payload.ts";

const [dataDir, kind] = process.argv.slice(2);
if (dataDir === undefined)
  throw new Error("usage: node bench/receive-server.ts DATA_DIR inbox | handler | module");

const log = await openDeliveryLog(dataDir);
const indexer = startIndexer({ dataDir, log });
const handlers = kind === "module" ? await openModule(join(dataDir, "handlers")) : null;
const action =
  kind === "handler" ? handlerAction("inbox", async (payload) => ({ message: payload.event.scope })) : null;
const receiver = await startReceiver({
  log,
  port: 0,
  secret: benchSecret,
  routes: handlers?.routes() ?? [{ name: "inbox", action }],
});
console.log(receiver.port);
process.once("SIGTERM", () => {
  void receiver
    .close(1_000)
    .then(() => handlers?.close(1_000))
    .then(() => indexer.close())
    .then(() => log.close())
    .then(() => process.exit(0));
});

async function openModule(directory: string) {
  await mkdir(directory, { recursive: true });
  const module = "export default async (payload) => ({ message: payload.event.scope });";
  await writeFile(join(directory, "inbox.ts"), module);
  return openHandlers(directory, {
    logger: { info: () => undefined, warn: console.error, error: console.error },
    onRoutes: () => undefined,
  });
}
