import { join } from "node:path";
import { openLogWriter } from "../../src/engine/log-writer/client.ts";
import { openLogReader } from "../../src/engine/log-writer/open-log-reader.ts";
import { openDeliveryLog } from "../../src/store/sqlite/delivery-log.ts";
import { openDeliveryReader } from "../../src/store/sqlite/delivery-reader.ts";
import { openHubStore } from "../../src/store/sqlite/hub-store.ts";
import { takeRole } from "../../src/store/sqlite/role-lock.ts";
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

deliveryLogContract("a journal before sqlite", {
  // As in the receiver: who has the role writes, and readers leave its journal alone.
  open: async (dataDir) => {
    const role = takeRole(dataDir, "receiver");
    const log = await openLogWriter(dataDir);
    const close = async (): Promise<void> => {
      await log.close();
      role?.release();
    };
    return { ...log, close };
  },
  openReader: openLogReader,
  appender: join(import.meta.dirname, "journal-appender.ts"),
});

webhookRegistryContract("sqlite", async (dataDir) => (await openHubStore(dataDir)).registry);
workQueueContract("sqlite", async (dataDir) => (await openHubStore(dataDir)).queue);
repoRecordsContract("sqlite", async (dataDir) => (await openHubStore(dataDir)).repos);
discussionStoreContract("sqlite", openHubStore);
jobRecordsContract("sqlite", openHubStore);
activityContract("sqlite", openHubStore);
