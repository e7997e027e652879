import type { Migration } from "../../migrate.ts";
import { firstTables } from "./0001-first-tables.ts";
import { repos } from "./0002-repos.ts";
import { discussions } from "./0003-discussions.ts";
import { activity } from "./0004-activity.ts";
import { jobRuns } from "./0005-job-runs.ts";
import { webhookHours } from "./0006-webhook-hours.ts";
import { heldWebhooks } from "./0007-held-webhooks.ts";
import { lastRuns } from "./0008-last-runs.ts";
import { lastDurations } from "./0009-last-durations.ts";

/** All versions of hub.db, oldest first. */
export const hubMigrations: readonly Migration[] = [
  firstTables,
  repos,
  discussions,
  activity,
  jobRuns,
  webhookHours,
  heldWebhooks,
  lastRuns,
  lastDurations,
];
