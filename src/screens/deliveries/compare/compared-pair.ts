import type { Delivery } from "../../../model/delivery.ts";
import type { DeliveryReader } from "../../../store/delivery-log.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import { requireSelection, selectedDelivery } from "../state/deliveries.ts";
import { marksSlice } from "../state/marks.ts";
import { namesSubject, previousDelivery } from "./previous-delivery.ts";

/**
 * Seqs of two deliveries to compare, with the reason for this pair unless they are marked; or the reason for no pair.
 */
export type ComparedPair =
  | { readonly before: number; readonly after: number; readonly why: string | null }
  | { readonly reason: string };

/** Returns the reason why no two deliveries can be compared, or null. */
export function requirePair(state: AppState): string | null {
  const { seqs, all } = marksSlice.get(state);
  if (all !== null) return "all matching deliveries are marked; mark two";
  if (seqs.length > 2) return `${seqs.length} deliveries are marked; mark two`;
  return seqs.length === 2 ? null : requireSelection(state);
}

/**
 * Finds two deliveries: the two marked ones; the marked and the selected one; a replay and its original; a
 * delivery and its newest replay; or the selected one and the previous of its webhook, repo and scope. The older one
 * comes first.
 */
export async function comparedPair(
  state: AppState,
  reader: Pick<DeliveryReader, "page" | "related">,
): Promise<ComparedPair> {
  const { seqs } = marksSlice.get(state);
  const selected = selectedDelivery(state);
  const [first, second = selected?.seq] = seqs;
  if (first !== undefined && second !== undefined && first !== second) return inOrder(first, second);
  return selected === null ? { reason: "No delivery is selected." } : partnerOf(selected, reader);
}

async function partnerOf(
  selected: Delivery,
  reader: Pick<DeliveryReader, "page" | "related">,
): Promise<ComparedPair> {
  const { seq, replayOf } = selected;
  if (replayOf !== null) return { before: replayOf, after: seq, why: "with its original" };
  const replay = (await reader.related(seq)).replays.at(-1);
  if (replay !== undefined) return { before: seq, after: replay.seq, why: "with its newest replay" };
  const previous = await previousDelivery(reader, selected);
  if (previous !== null) {
    return { before: previous.seq, after: seq, why: `with the previous one of this ${subjectOf(selected)}` };
  }
  const why = namesSubject(selected)
    ? "is the first of its webhook, repo and scope"
    : "names no webhook, repo or scope";
  return { reason: `Delivery #${seq} ${why}. Mark two to compare them.` };
}

function subjectOf({ webhookId, repo }: Delivery): string {
  if (repo !== null) return "repo";
  return webhookId === null ? "scope" : "webhook";
}

const inOrder = (one: number, other: number): ComparedPair => ({
  before: Math.min(one, other),
  after: Math.max(one, other),
  why: null,
});
