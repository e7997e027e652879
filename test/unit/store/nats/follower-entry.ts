/** Follows a log until it is killed: `node follower-entry.ts DATA_DIR STORE`. Prints the first seqs that it has. */
import process from "node:process";
import { followLog } from "../../../../src/store/nats/projection/follow-log.ts";

const [dataDir = "", store = ""] = process.argv.slice(2);
await followLog({ dataDir, store }).caughtUp;
process.stdout.write("caught up\n");
setInterval(() => undefined, 1_000);
