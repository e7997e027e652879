import process from "node:process";
import type { DeliveryLog } from "../../src/store/delivery-log.ts";
import { deliveryOf } from "./deliveries.ts";

/** Appends deliveries, several at a time, and writes `<seq> <id>` for each once it is acknowledged, until it is killed. */
export async function appendForever(log: DeliveryLog): Promise<never> {
  let id = 0;
  async function one(): Promise<never> {
    for (;;) {
      id += 1;
      const mine = id;
      const seq = await log.append(deliveryOf(JSON.stringify({ id: mine }), { outcome: "pending" }));
      process.stdout.write(`${seq} ${mine}\n`);
    }
  }
  return Promise.race(Array.from({ length: 16 }, one));
}
