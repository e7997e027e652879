import { emptyFilter } from "../../model/filter.ts";
import type { DeliveryLog } from "../../store/ports.ts";
import { openDeliveryLog } from "../../store/sqlite/delivery-log.ts";
import { startIndexer } from "../../store/sqlite/start-indexer.ts";
import { plural } from "../../text/numbers.ts";
import { followPositions, type Positions } from "../control/positions.ts";
import { ageClock, type Retention, startRetention, usualRetention } from "./retention.ts";

/** The log of a receiver, indexed and kept within its retention for as long as it is open. */
export interface ReceiverLog {
  readonly log: DeliveryLog;
  readonly positions: Positions;
  close(): Promise<void>;
}

/**
 * Opens it; what was pending when the last receiver ended is marked as interrupted.
 * @param onNote one line for a person when something was interrupted, set aside and recovered, or can be neither indexed nor removed
 * @throws {StoreUnwritableError | StoreDamagedError}
 */
export async function openReceiverLog(
  dataDir: string,
  onNote: (line: string) => void,
  retention: Retention = usualRetention,
): Promise<ReceiverLog> {
  await using undo = new AsyncDisposableStack();
  const log = await openDeliveryLog(dataDir, onNote);
  undo.defer(() => log.close());
  const newestAtOpenMs = await newestOf(log);
  const interrupted = await log.interruptPending();
  if (interrupted > 0) {
    onNote(`${plural(interrupted, "delivery", "deliveries")} of the last run marked as interrupted`);
  }
  const indexer = startIndexer({
    dataDir,
    log,
    onFailure: (reason) => onNote(`searches are slow: ${reason}`),
  });
  undo.defer(() => indexer.close());
  const keeping = startRetention({
    log,
    retention,
    now: ageClock({ newestAtOpenMs }),
    onRemoved: (deliveries) =>
      onNote(
        `${plural(deliveries, "delivery", "deliveries")} removed by the retention (deliveries.keepDays, deliveries.keepBytes)`,
      ),
    onFailure: (reason) => onNote(`old deliveries cannot be removed: ${reason}`),
  });
  undo.defer(() => keeping.close());
  const positions = await followPositions(log);
  undo.defer(() => positions.close());
  const opened = undo.move();
  return { log, positions, close: () => opened.disposeAsync() };
}

/** When the newest delivery was received, in milliseconds since 1970; null in an empty log. */
async function newestOf(log: DeliveryLog): Promise<number | null> {
  const { rows } = await log.page({ filter: emptyFilter, from: null, direction: "older", limit: 1 });
  const newest = rows.at(0);
  return newest === undefined ? null : Date.parse(newest.receivedAt);
}
