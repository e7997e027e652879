import type { DeliveryDetail } from "../../model/delivery.ts";
import { NotFoundError } from "../../model/errors.ts";
import { openLog } from "./open-log.ts";

/** One delivery of a data directory's log. @throws {NotFoundError} */
export async function readDelivery(dataDir: string, seq: number): Promise<DeliveryDetail> {
  const reader = await openLog(dataDir);
  try {
    const delivery = await reader.get(seq);
    if (delivery !== null) return delivery;
    const last = await reader.lastSeq();
    throw new NotFoundError({
      what: `there is no delivery ${seq}`,
      why: last === 0 ? "the log is empty" : `the newest is ${last}`,
      hint: "hooklens deliveries ls lists them",
    });
  } finally {
    await reader.close();
  }
}
