import { onTestFinished } from "vitest";
import type { DeliveryDetail } from "../../src/model/delivery.ts";
import { emptyFilter } from "../../src/model/filter.ts";
import type { RouteSpec } from "../../src/receiver/action.ts";
import { type Receiver, type ReceiverOptions, startReceiver } from "../../src/receiver/receiver.ts";
import { toRouteSpec } from "../../src/receiver/routes.ts";
import type { DeliveryLog } from "../../src/store/delivery-log.ts";
import { openDeliveryLog } from "../../src/store/sqlite/deliveries/delivery-log.ts";
import { freshDataDir } from "./fresh-data-dir.ts";

export interface OpenReceiver extends Receiver {
  readonly dataDir: string;
  readonly log: DeliveryLog;
  /** Returns all deliveries of the log, oldest first. */
  rows(): Promise<readonly DeliveryDetail[]>;
  /** Resolves with a row once its outcome is stored, shortly after the response. */
  endedRow(seq: number): Promise<DeliveryDetail>;
}

interface OpenReceiverOptions extends Omit<Partial<ReceiverOptions>, "routes"> {
  /** Routes; one given by name only accepts and stores deliveries. */
  readonly routes?: readonly (string | RouteSpec)[];
  /** @default a new directory */
  readonly dataDir?: string;
}

/** Opens a receiver with a log in a new directory, on a free port. Both are closed after the test. */
export async function openReceiver({
  routes = ["inbox"],
  dataDir = freshDataDir(),
  ...options
}: OpenReceiverOptions = {}): Promise<OpenReceiver> {
  const log = await openDeliveryLog(dataDir);
  const receiver = await startReceiver({
    log,
    port: 0,
    secret: null,
    routes: routes.map(toRouteSpec),
    ...options,
  });
  onTestFinished(async () => {
    await receiver.close(0);
    await log.close();
  });
  async function rows(): Promise<readonly DeliveryDetail[]> {
    const page = await log.page({ filter: emptyFilter, from: null, direction: "newer", limit: 1_000 });
    const details = await Promise.all(page.rows.toReversed().map(({ seq }) => log.get(seq)));
    return details.filter((detail) => detail !== null);
  }
  async function endedRow(seq: number): Promise<DeliveryDetail> {
    for await (const _ of log.tail(new AbortController().signal)) {
      const detail = await log.get(seq);
      if (detail !== null && detail.outcome !== "pending") return detail;
    }
    throw new Error(`the log closed before delivery ${seq} ended`);
  }
  return { ...receiver, dataDir, log, rows, endedRow };
}
