import type { Delivery } from "../model/delivery.ts";
import type { Filter } from "../model/filter.ts";
import type { DeliveryReader } from "../store/delivery-log.ts";
import { inOrder, matchingPages, type Selection } from "../store/selection.ts";

/**
 * Yields the seqs of a selection to replay, oldest first. All that match a filter are replayed but those that
 * a replay has solved, unless the filter asks for them, replays whose original matches, too, because their receiver
 * would get the same payload twice, and those of which no body was kept. Seqs that were chosen one by one are all replayed.
 * @param leaveOut called with the number of deliveries that are left out
 */
export async function* replaySeqs(
  reader: Pick<DeliveryReader, "page" | "matching">,
  selection: Selection,
  leaveOut: (deliveries: number) => void,
): AsyncGenerator<number> {
  if ("seqs" in selection) {
    yield* inOrder(selection.seqs);
    return;
  }
  const { filter } = selection;
  const wantsRecovered = asksForRecovered(filter);
  for await (const rows of matchingPages(reader, selection)) {
    const originals = new Set(await reader.matching(filter, rows.flatMap(originalOf)));
    const sent = rows.filter((row) => {
      const isSolved = row.recovered && !wantsRecovered;
      return hasBody(row) && !isSolved && !originalOf(row).some((seq) => originals.has(seq));
    });
    if (sent.length < rows.length) leaveOut(rows.length - sent.length);
    yield* sent.map(({ seq }) => seq);
  }
}

/** Returns false for a delivery that was refused before its body was read. */
function hasBody({ bytes, sha256 }: Delivery): boolean {
  return bytes > 0 && sha256 !== null;
}

function asksForRecovered({ terms }: Filter): boolean {
  return terms.some(({ match }) => match.kind === "is" && match.anyOf.includes("recovered"));
}

/** Returns the original with the same payload, if the delivery is its replay. */
function originalOf({ replayOf, edited }: Delivery): readonly number[] {
  return replayOf === null || edited ? [] : [replayOf];
}
