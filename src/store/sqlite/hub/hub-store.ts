import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import type { Logger } from "../../../model/logger.ts";
import type { HubStore } from "../../hub-store.ts";
import { createGroupCommit } from "../group-commit.ts";
import { createOpenFileCheck, keepOpenDatabase } from "../open-file.ts";
import { openWriter } from "../open-writer.ts";
import { createWorkQueue } from "../work-queue.ts";
import { createActivityChanges, notingChanges } from "./activity-changes.ts";
import { createActivity } from "./activity-records.ts";
import { createDiscussionStore } from "./discussion-store.ts";
import { hubFile } from "./hub-file.ts";
import { createJobRecords } from "./job-records.ts";
import { createRepoRecords } from "./repo-records.ts";
import { createWebhookRegistry } from "./webhook-registry.ts";

/**
 * Opens hub.db of a data directory; see `Store.openHub`.
 * @throws {StoreDamagedError | StoreUnwritableError | StoreVersionError | StoreFullError}
 */
export async function openHubStore(
  dataDir: string,
  logger?: Logger,
  replaceDamaged = true,
): Promise<HubStore> {
  const use = (db: DatabaseSync): HubStore => {
    const file = join(dataDir, hubFile.name);
    const check = createOpenFileCheck(file);
    const commits = createGroupCommit(db, file, { check });
    const close = async (): Promise<void> => {
      commits.close();
      if (!db.isOpen) return;
      const gone = check();
      if (gone !== null) logger?.error((await keepOpenDatabase(gone, db, file)).message);
      db.close();
    };
    const changes = createActivityChanges(db);
    return {
      registry: createWebhookRegistry(db, commits, close),
      queue: notingChanges(createWorkQueue(db, commits, close), changes),
      activity: createActivity(db, commits, changes, close),
      repos: createRepoRecords(db, commits, close),
      discussions: createDiscussionStore(db, commits),
      jobs: createJobRecords(db, commits, changes, close),
      close,
    };
  };
  return openWriter(dataDir, hubFile, use, logger, replaceDamaged);
}
