import type { Delivery } from "../../../model/delivery.ts";
import type { Filter, FilterMatch } from "../../../model/filter.ts";
import type { DeliveryReader } from "../../../store/delivery-log.ts";

/**
 * Finds the previous delivery of the same webhook, repo and scope. One whose payload names none of them is
 * compared with the previous of its route.
 * @returns null if there is none
 */
export async function previousDelivery(
  reader: Pick<DeliveryReader, "page">,
  delivery: Delivery,
): Promise<Delivery | null> {
  const from = delivery.seq - 1;
  if (from < 1) return null;
  const { rows } = await reader.page({ filter: likeIt(delivery), from, direction: "older", limit: 1 });
  return rows[0] ?? null;
}

function likeIt({ webhookId, repo, event, route }: Delivery): Filter {
  const named: readonly (FilterMatch | null)[] = [
    webhookId === null ? null : { kind: "webhook", anyOf: [webhookId] },
    repo === null ? null : { kind: "repo", anyOf: [repo] },
    event === null ? null : { kind: "scope", anyOf: [event.scope] },
  ];
  const matches = named.filter((match) => match !== null);
  const known: readonly FilterMatch[] =
    matches.length > 0 || route === null ? matches : [{ kind: "route", anyOf: [route] }];
  return { text: "", terms: known.map((match) => ({ negated: false, span: [0, 0], match })) };
}
