import type { NewDelivery } from "../../src/model/delivery.ts";
import { emptyFilter, type Filter, type FilterMatch } from "../../src/model/filter.ts";
import type { DeliveryReader } from "../../src/store/delivery-log.ts";
import { newDelivery } from "../support/new-delivery.ts";

/** Creates a delivery with a text as its body. */
export function deliveryOf(body: string, over: Partial<NewDelivery> = {}): NewDelivery {
  const bytes = Buffer.from(body);
  return newDelivery({ body: bytes, bytes: bytes.length, ...over });
}

/** Creates a filter of terms, none of them negated. */
export function filterOf(...matches: readonly FilterMatch[]): Filter {
  return { text: "", terms: matches.map((match) => ({ negated: false, span: [0, 0], match })) };
}

/** Returns every seq of a log that matches a filter, oldest first, read in pages of three. */
export async function allSeqs(log: DeliveryReader, filter: Filter = emptyFilter): Promise<number[]> {
  const seqs: number[] = [];
  let from: number | null = null;
  for (;;) {
    const { rows, more } = await log.page({ filter, from, direction: "newer", limit: 3 });
    seqs.push(...rows.map(({ seq }) => seq).toReversed());
    if (!more) return seqs;
    from = (seqs.at(-1) ?? 0) + 1;
  }
}
