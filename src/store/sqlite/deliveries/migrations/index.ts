import type { Migration } from "../../migrate.ts";
import { firstTables } from "./0001-first-tables.ts";
import { retention } from "./0002-retention.ts";
import { journal } from "./0003-journal.ts";
import { forwardsAndResponses } from "./0004-forwards-and-responses.ts";
import { summaries } from "./0005-summaries.ts";
import { subject } from "./0006-subject.ts";
import { relations } from "./0007-relations.ts";
import { edited } from "./0008-edited.ts";

/** All versions of deliveries.db, oldest first. */
export const deliveriesMigrations: readonly Migration[] = [
  firstTables,
  retention,
  journal,
  forwardsAndResponses,
  summaries,
  subject,
  relations,
  edited,
];
