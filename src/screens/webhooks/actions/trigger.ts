import { act } from "../../../tui/records/acts.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import type { App } from "../../app.ts";
import { sessionSlice } from "../../connection-state.ts";
import { openTest, testDialog } from "../dialogs/trigger/test-dialog.ts";
import { testResultCommands } from "../dialogs/trigger/test-result.ts";
import { openTrigger, triggerDialog } from "../dialogs/trigger/trigger-dialog.ts";
import { triggerRunCommands } from "../dialogs/trigger/trigger-run.ts";
import type { WebhooksCommand } from "../running.ts";
import { selectedWebhook } from "../state/webhooks.ts";

const isLocal = (state: AppState) => sessionSlice.get(state).hub.local;

/** Returns the reason why no test can be sent to the selected webhook, or null. */
function requireTarget(state: AppState): string | null {
  const webhook = selectedWebhook(state);
  if (webhook === null) return "no webhook is selected to test";
  return webhook.url === null
    ? "this webhook starts a Job on the hub, which cannot be tested from here"
    : null;
}

/** Opens the form that triggers an event on a local hub; on other hubs the form of a test. */
function openForm(app: App): void {
  if (isLocal(app.store.get())) openTrigger(app);
  else openTest(app);
}

/** Commands that trigger events and send tests. */
export const triggerCommands: readonly WebhooksCommand[] = [
  {
    id: "webhooks.trigger",
    scope: "webhooks",
    ...act("trigger"),
    title: "Trigger an event or send a test",
    footerLabel: (state) => (isLocal(state) ? "trigger" : "test"),
    disabledReason: (state) => (isLocal(state) ? null : requireTarget(state)),
    run: openForm,
  },
  {
    id: "webhooks.test",
    scope: "webhooks",
    keys: [],
    title: "Send a test to this webhook",
    disabledReason: requireTarget,
    run: openTest,
  },
  ...triggerDialog.commands,
  ...triggerRunCommands,
  ...testDialog.commands,
  ...testResultCommands,
];
