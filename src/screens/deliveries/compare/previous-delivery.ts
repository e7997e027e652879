import type { Delivery } from "../../../model/delivery.ts";
import type { Filter, FilterMatch } from "../../../model/filter.ts";
import type { DeliveryReader } from "../../../store/delivery-log.ts";

/** Returns true for a delivery with a webhook, repo or scope to share with another one. */
export function namesSubject({ webhookId, repo, event }: Delivery): boolean {
  return webhookId !== null || repo !== null || event !== null;
}

/**
 * Finds the previous delivery of the same webhook, repo and scope.
 * @returns null if there is none, or if the payload names none of them
 */
export async function previousDelivery(
  reader: Pick<DeliveryReader, "page">,
  delivery: Delivery,
): Promise<Delivery | null> {
  const from = delivery.seq - 1;
  if (from < 1 || !namesSubject(delivery)) return null;
  const { rows } = await reader.page({ filter: likeIt(delivery), from, direction: "older", limit: 1 });
  return rows[0] ?? null;
}

function likeIt({ webhookId, repo, event }: Delivery): Filter {
  const named: readonly (FilterMatch | null)[] = [
    webhookId === null ? null : { kind: "webhook", anyOf: [webhookId] },
    repo === null ? null : { kind: "repo", anyOf: [repo] },
    event === null ? null : { kind: "scope", anyOf: [event.scope] },
  ];
  const matches = named.filter((match) => match !== null);
  return { text: "", terms: matches.map((match) => ({ negated: false, span: [0, 0], match })) };
}
