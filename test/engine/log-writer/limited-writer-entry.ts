import { randomBytes } from "node:crypto";
import process from "node:process";
import { openLogWriter } from "../../../src/engine/log-writer/client.ts";
import type { NewDelivery } from "../../../src/model/delivery.ts";
import { isHooklensError } from "../../../src/model/errors.ts";
import type { DeliveryLog } from "../../../src/store/ports.ts";
import { newDelivery } from "../../support/new-delivery.ts";

/** Run with a limit on the size of files; prints what each append came to, and `closed`, unless it is to end without closing. */
const [dataDir = "", scenario] = process.argv.slice(2);

let sent = 0;

async function append(log: DeliveryLog, over: Partial<NewDelivery> = {}): Promise<boolean> {
  sent += 1;
  try {
    console.log(`stored ${await log.append(newDelivery({ path: `/${sent}`, ...over }))} /${sent}`);
    return true;
  } catch (error) {
    console.log(`refused ${isHooklensError(error) ? error.code : String(error)}`);
    return false;
  }
}

const log = await openLogWriter(dataDir);
if (scenario !== "journal") {
  // Each read brings one row to the tables, in a transaction of its own: they need some 40 KB for it, and the journal less than one.
  while (await append(log)) await log.lastSeq().then((seq) => log.get(seq));
} else {
  const body = randomBytes(1_800_000);
  const large = { body, bytes: body.length, sha256: true } as const;
  await append(log, large);
  await append(log, large);
  await append(log);
}
if (scenario !== "unclosed") {
  await log.close();
  console.log("closed");
}
