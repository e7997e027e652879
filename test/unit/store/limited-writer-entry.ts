import process from "node:process";
import { isHooklensError } from "../../../src/model/errors.ts";
import { openDeliveryLog } from "../../../src/store/sqlite/deliveries/delivery-log.ts";
import { newDelivery } from "../../support/new-delivery.ts";

/**
 * Runs with a limit on the size of files. Prints the path of each stored delivery, then the reason why no
 * more are stored.
 */
const log = await openDeliveryLog(process.argv[2] ?? "");
for (let sent = 1; ; sent += 1) {
  try {
    await log.append(newDelivery({ path: `/${sent}`, body: new Uint8Array(40_000) }));
    console.log(`/${sent}`);
  } catch (error) {
    console.log(isHooklensError(error) ? error.code : String(error));
    break;
  }
}
