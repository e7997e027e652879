import type { Command, CommandContext } from "../../../tui/commands/command.ts";
import { openDialog } from "../../../tui/state/nav.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import { sessionSlice } from "../../session.ts";
import { selectedWebhook } from "../../webhooks-state.ts";
import type { TestEffects } from "./test-effects.ts";
import { testDialog, testForm } from "./test-form.ts";
import { testResultCommands } from "./test-result.ts";
import type { TriggerEffects } from "./trigger-effects.ts";
import { triggerDialog, triggerForm } from "./trigger-form.ts";
import { triggerRunCommands } from "./trigger-run.ts";

/** Effects of triggers and tests. */
export interface AllTriggerEffects extends TriggerEffects, TestEffects {}

const isLocal = (state: AppState) => sessionSlice.get(state).hub.local;

/** Returns why no test can be sent; null on a local hub, which triggers events. */
function needsTarget(state: AppState): string | null {
  if (isLocal(state)) return null;
  const webhook = selectedWebhook(state);
  if (webhook === null) return "no webhook is selected to test";
  return webhook.url === null
    ? "this webhook starts a Job on the hub, which cannot be tested from here"
    : null;
}

function openForm({ store, run }: CommandContext<AllTriggerEffects>): void {
  const state = store.get();
  const webhook = selectedWebhook(state);
  const { account } = sessionSlice.get(state).hub;
  if (isLocal(state)) store.dispatch(openDialog(triggerForm(webhook, account ?? "me")));
  else if (webhook !== null) store.dispatch(openDialog(testForm(webhook, account ?? "me")));
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
    disabledReason: needsTarget,
    run: openForm,
  },
  ...triggerDialog.commands,
  ...triggerRunCommands,
  ...testDialog.commands,
  ...testResultCommands,
];
