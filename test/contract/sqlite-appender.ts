import process from "node:process";
import { openDeliveryLog } from "../../src/store/sqlite/delivery-log.ts";
import { appendForever } from "./append-forever.ts";

await appendForever(await openDeliveryLog(process.argv[2] ?? ""));
