import { activityCommands } from "./activity.ts";
import { alwaysCommands } from "./always.ts";
import type { Command } from "./command.ts";
import { deliveryCommands } from "./deliveries.ts";
import { dialogCommands } from "./dialogs.ts";
import { globalCommands } from "./global.ts";
import { jobCommands } from "./jobs.ts";
import { listCommands } from "./list.ts";
import { pageCommands } from "./pages.ts";
import { policyCommands } from "./policies.ts";
import { policyDocumentCommands } from "./policy-document.ts";
import { receiverCommands } from "./receiver.ts";
import { webhookCommands } from "./webhooks.ts";

/** All commands. Keys are unique per scope, which a test checks. */
export const commands: readonly Command[] = [
  ...webhookCommands,
  ...deliveryCommands,
  ...policyCommands,
  ...policyDocumentCommands,
  ...jobCommands,
  ...listCommands,
  ...globalCommands,
  ...receiverCommands,
  ...alwaysCommands,
  ...dialogCommands,
  ...activityCommands,
  ...pageCommands,
];
