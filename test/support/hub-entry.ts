/**
 * Runs a local hub in a process that tests kill: `node hub-entry.ts DATA_DIR`. Prints its URL when it accepts
 * connections.
 */
import process from "node:process";
import { createLocalHub } from "../../src/localhub/local-hub.ts";
import { openHubStore } from "../../src/store/sqlite/hub/hub-store.ts";

const [dataDir = ""] = process.argv.slice(2);
const store = await openHubStore(dataDir);
const hub = createLocalHub({
  ...store,
  dataDir,
  token: "hf_local_test",
  version: "9.9.9",
});
const { url } = await hub.listen({ host: "127.0.0.1", port: 0 });
hub.startDispatching();
console.log(url);
