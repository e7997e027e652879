import type { Command, CommandContext } from "../../../tui/commands/command.ts";
import { openDialog } from "../../../tui/state/nav.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import { selectedWebhook } from "../../known-webhooks/state.ts";
import { sessionSlice } from "../../session.ts";
import type { TestEffects } from "./send-test.ts";
import type { TriggerEffects } from "./send-trigger.ts";
import { testDialog, testForm } from "./test-form.ts";
import { testResultCommands } from "./test-result.ts";
import { triggerDialog, triggerForm } from "./trigger-form.ts";
import { triggerRunCommands } from "./trigger-run.ts";

/** Effects of triggers and tests. */
export interface AllTriggerEffects extends TriggerEffects, TestEffects {}

const isLocal = (state: AppState) => sessionSlice.get(state).hub.local;

/** Returns why no test can be sent to the selected webhook; null if one can. */
function needsTarget(state: AppState): string | null {
  const webhook = selectedWebhook(state);
  if (webhook === null) return "no webhook is selected to test";
  return webhook.url === null
    ? "this webhook starts a Job on the hub, which cannot be tested from here"
    : null;
}

/** Opens the form that triggers an event on a local hub; on another hub that of a test. */
function openForm(context: CommandContext<AllTriggerEffects>): void {
  const { store, run } = context;
  const state = store.get();
  if (!isLocal(state)) {
    openTest(context);
    return;
  }
  const { account } = sessionSlice.get(state).hub;
  store.dispatch(openDialog(triggerForm(selectedWebhook(state), account ?? "me")));
  run("names.load");
}

function openTest({ store, run }: CommandContext<AllTriggerEffects>): void {
  const state = store.get();
  const webhook = selectedWebhook(state);
  if (webhook === null) return;
  const { account } = sessionSlice.get(state).hub;
  store.dispatch(openDialog(testForm(webhook, account ?? "me")));
  run("names.load");
}

/** Commands that trigger events and send tests. */
export const triggerCommands: readonly Command<AllTriggerEffects>[] = [
  {
    id: "webhooks.trigger",
    scope: "webhooks",
    keys: ["T"],
    title: "Trigger an event or send a test",
    footerLabel: (state) => (isLocal(state) ? "trigger" : "test"),
    disabledReason: (state) => (isLocal(state) ? null : needsTarget(state)),
    run: openForm,
  },
  {
    id: "webhooks.test",
    scope: "webhooks",
    keys: [],
    title: "Send a test to this webhook",
    disabledReason: needsTarget,
    run: openTest,
  },
  ...triggerDialog.commands,
  ...triggerRunCommands,
  ...testDialog.commands,
  ...testResultCommands,
];
