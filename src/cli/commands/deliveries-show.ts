import { readSeq } from "../number-argument.ts";
import { detailJson, detailLines } from "../output/delivery-detail.ts";
import type { Invocation } from "../program/launch.ts";
import { readDelivery } from "./read-delivery.ts";

/** `deliveries show SEQ` @throws {NotFoundError} */
export async function showDelivery({ settings, output }: Invocation, seq: string): Promise<void> {
  const delivery = await readDelivery(settings.dataDir.value, readSeq(seq));
  await output.answer({
    lines: () => detailLines(delivery),
    json: () => detailJson(delivery),
    ids: () => [delivery.seq],
  });
}
