/**
 * Takes a lock of a store and prints `taken` or `held`; keeps a taken lock until it is killed or its input ends:
 * `node lock-entry.ts DATA_DIR STORE NAME`.
 */
import process from "node:process";
import { openStore } from "../../src/engine/stores.ts";

const [dataDir = "", store = "", name = ""] = process.argv.slice(2);
const lease = await (await openStore({ dataDir, store })).locks.take(name);
process.stdout.write(lease === null ? "held\n" : "taken\n");
if (lease !== null) process.stdin.resume();
