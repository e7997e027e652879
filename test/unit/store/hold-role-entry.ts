import process from "node:process";
import { takeRole } from "../../../src/store/sqlite/locks.ts";

const [dataDir = "", role = ""] = process.argv.slice(2);
const lock = takeRole(dataDir, role);
process.stdout.write(lock === null ? "held\n" : "taken\n");
// Until it is killed, or told to by the end of its input.
if (lock !== null) process.stdin.resume();
