import type { ListName } from "../model/interface-settings.ts";
import type { Table } from "./column.ts";
import { deliveryTable } from "./deliveries.ts";
import { dispatchTable } from "./dispatches.ts";
import { jobTable } from "./jobs.ts";
import { messageTable } from "./messages.ts";
import { policyTable } from "./policies.ts";
import { webhookTable } from "./webhooks.ts";

/** Tables of the app's lists. */
export const allTables: Readonly<Record<ListName, Pick<Table<never, never>, "columns" | "shown">>> = {
  webhooks: webhookTable,
  deliveries: deliveryTable,
  policies: policyTable,
  jobs: jobTable,
  messages: messageTable,
  dispatches: dispatchTable,
};
