import { join } from "node:path";
import { openDeliveryLog } from "../../src/store/sqlite/deliveries/delivery-log.ts";
import { openDeliveryReader } from "../../src/store/sqlite/deliveries/delivery-reader.ts";
import { openHubStore } from "../../src/store/sqlite/hub/hub-store.ts";
import { activityContract } from "./activity.ts";
import { deliveryLogContract } from "./delivery-log.ts";
import { discussionStoreContract } from "./discussion-store.ts";
import { jobRecordsContract } from "./job-records.ts";
import { repoRecordsContract } from "./repo-records.ts";
import { webhookRegistryContract } from "./webhook-registry.ts";
import { workQueueContract } from "./work-queue.ts";

deliveryLogContract("sqlite", {
  open: openDeliveryLog,
  openReader: async (dataDir) => openDeliveryReader(dataDir),
  appender: join(import.meta.dirname, "sqlite-appender.ts"),
});

webhookRegistryContract("sqlite", async (dataDir) => (await openHubStore(dataDir)).registry);
workQueueContract("sqlite", async (dataDir) => (await openHubStore(dataDir)).queue);
repoRecordsContract("sqlite", async (dataDir) => (await openHubStore(dataDir)).repos);
discussionStoreContract("sqlite", openHubStore);
jobRecordsContract("sqlite", openHubStore);
activityContract("sqlite", openHubStore);
