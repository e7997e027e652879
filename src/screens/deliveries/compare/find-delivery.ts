import type { Delivery } from "../../../model/delivery.ts";
import { emptyFilter } from "../../../model/filter.ts";
import type { DeliveryReader } from "../../../store/delivery-log.ts";

/** Finds a delivery by its number, without its body; null if it is not in the log. */
export async function findDelivery(
  reader: Pick<DeliveryReader, "page">,
  seq: number,
): Promise<Delivery | null> {
  const { rows } = await reader.page({ filter: emptyFilter, from: seq, direction: "older", limit: 1 });
  return rows[0]?.seq === seq ? rows[0] : null;
}
