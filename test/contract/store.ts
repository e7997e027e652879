import { openStore } from "../../src/engine/stores.ts";
import type { DeliveryLog } from "../../src/store/delivery-log.ts";
import type { HubStore } from "../../src/store/hub-store.ts";
import { activitySummariesContract } from "./activity-summaries.ts";
import { activityContract } from "./activity.ts";
import { bookmarksContract } from "./bookmarks.ts";
import { deliveryLogContract, localLogContract, type LogKind } from "./delivery-log.ts";
import { discussionStoreContract } from "./discussion-store.ts";
import { dispatchQueueContract } from "./dispatch-queue.ts";
import { hubReaderContract } from "./hub-reader.ts";
import { jobRecordsContract } from "./job-records.ts";
import { locksContract } from "./locks.ts";
import { repoRecordsContract } from "./repo-records.ts";
import { webhookRegistryContract } from "./webhook-registry.ts";
import { workQueueContract } from "./work-queue.ts";

/** A store to test. */
export interface StoreKind {
  /** Value of `--store`. */
  readonly store: string;
  /** Marks all duplicates of a log, as its background work does; `log` may be a failing one. */
  markDuplicates(dataDir: string, log: Pick<DeliveryLog, "markDuplicates">): Promise<void>;
}

/** Tests of every implementation of a store. */
export function storeContract({ store, markDuplicates }: StoreKind): void {
  const open = (dataDir: string) => openStore({ dataDir, store });
  const openHub = async (dataDir: string): Promise<HubStore> => (await open(dataDir)).openHub();

  const logs: LogKind = {
    open: async (dataDir) => (await open(dataDir)).deliveries.openLog(),
    openReader: async (dataDir) => (await open(dataDir)).deliveries.openReader(),
    markDuplicates,
    storeOf: async () => store,
    tablesIn: (dataDir) => dataDir,
  };
  deliveryLogContract(store, logs);
  localLogContract(store, logs);
  locksContract(store);
  bookmarksContract(store, { openStore: open, openReader: logs.openReader });
  webhookRegistryContract(store, async (dataDir) => (await openHub(dataDir)).registry);
  workQueueContract(store, async (dataDir) => (await open(dataDir)).deliveries.openLog());
  dispatchQueueContract(store, async (dataDir) => (await openHub(dataDir)).queue);
  repoRecordsContract(store, async (dataDir) => (await openHub(dataDir)).repos);
  discussionStoreContract(store, openHub);
  jobRecordsContract(store, openHub);
  activityContract(store, openHub);
  activitySummariesContract(store, openHub);
  hubReaderContract(store, open);
}
