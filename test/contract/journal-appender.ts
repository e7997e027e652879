import process from "node:process";
import { openLogWriter } from "../../src/engine/log-writer/client.ts";
import { startIndexer } from "../../src/store/sqlite/start-indexer.ts";
import { appendForever } from "./append-forever.ts";

const dataDir = process.argv[2] ?? "";
const log = await openLogWriter(dataDir);
// As in the receiver: the kill may find it between a commit and its indexing, or in the middle of it.
startIndexer(dataDir, log);
await appendForever(log);
