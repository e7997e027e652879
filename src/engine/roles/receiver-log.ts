import type { HooklensError } from "../../model/errors.ts";
import type { Logger } from "../../model/logger.ts";
import type { DeliveryLog } from "../../store/delivery-log.ts";
import type { DeliveryStore } from "../../store/store.ts";
import { plural } from "../../text/numbers.ts";
import { followPositions, type Positions } from "../control/updates.ts";
import { NotStoringError } from "../errors.ts";
import { ageClock, type Retention, startRetention, defaultRetention } from "../retention.ts";

/** Log of a receiver, which is indexed and kept within its retention while it is open. */
export interface ReceiverLog {
  readonly log: DeliveryLog;
  readonly positions: Positions;
  /** Resolves when this process can no longer store deliveries. */
  readonly failed: Promise<HooklensError>;
  close(): Promise<void>;
}

/**
 * Opens the log and marks deliveries that the last receiver left pending as interrupted.
 * @param logger receives interrupted deliveries, recovered files, and failures of storing, indexing and
 * pruning
 * @throws {StoreUnwritableError | StoreDamagedError}
 */
export async function openReceiverLog(
  store: DeliveryStore,
  logger: Logger,
  retention: Retention = defaultRetention,
): Promise<ReceiverLog> {
  await using undo = new AsyncDisposableStack();
  const log = await store.openLog(logger);
  undo.defer(() => log.close());
  const newestAtOpenMs = await log.newestAtMs();
  const interrupted = await log.interruptPending();
  if (interrupted > 0) {
    logger.info(
      `${plural(interrupted, "delivery", "deliveries")} of the last run ${interrupted === 1 ? "was" : "were"} marked as interrupted`,
    );
  }
  const failure = Promise.withResolvers<HooklensError>();
  const fail = (why: string): void => failure.resolve(notStoring(why));
  const warn = (reason: string): void => logger.warn(`deliveries are not stored: ${reason}`);
  const atOpen = log.storing();
  if (!atOpen.ok) warn(atOpen.reason);
  log.onStoring(() => {
    const storing = log.storing();
    if (!storing.ok && storing.isFinal) fail(storing.reason);
    else if (storing.ok) logger.info("deliveries are stored again");
    else warn(storing.reason);
  });
  const background = log.startBackground({
    onFailure: (reason) => logger.warn(`searches are slow: ${reason}`),
    onDead: fail,
  });
  const keeping = startRetention({
    log,
    retention,
    now: ageClock({ newestAtOpenMs }),
    onRemoved: (deliveries) =>
      logger.info(
        `${plural(deliveries, "delivery was", "deliveries were")} removed by the retention (deliveries.keepDays, deliveries.keepBytes)`,
      ),
    onFailure: (reason) => logger.warn(`old deliveries cannot be removed: ${reason}`),
  });
  undo.defer(() => keeping.close());
  const positions = followPositions(log);
  undo.defer(() => positions.close());
  await background;
  const opened = undo.move();
  return { log, positions, failed: failure.promise, close: () => opened.disposeAsync() };
}

function notStoring(why: string): HooklensError {
  return new NotStoringError({
    what: "this process can no longer store deliveries",
    why,
    hint: "Restart it",
  });
}
