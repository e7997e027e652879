import process from "node:process";
import { openDeliveryLog } from "../../src/store/sqlite/deliveries/delivery-log.ts";
import { startIndexer } from "../../src/store/sqlite/deliveries/search/start-indexer.ts";
import { appendForever } from "./append-forever.ts";

const dataDir = process.argv[2] ?? "";
const log = await openDeliveryLog(dataDir);
// As in the receiver: the kill may find it between a commit and its indexing, or in the middle of it.
startIndexer({ dataDir, log });
await appendForever(log);
