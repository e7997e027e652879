import type { Command } from "../../../tui/commands/command.ts";
import { openDialog } from "../../../tui/state/nav.ts";
import { sessionSlice } from "../../session.ts";
import { selectedWebhook } from "../../webhooks-state.ts";
import type { TriggerEffects } from "./trigger-effects.ts";
import { triggerDialog, triggerForm } from "./trigger-form.ts";
import { triggerRunCommands } from "./trigger-run.ts";

/** Commands that trigger events. */
export const triggerCommands: readonly Command<TriggerEffects>[] = [
  {
    id: "webhooks.trigger",
    scope: "webhooks",
    keys: ["T"],
    title: "Trigger a synthetic event",
    footerLabel: "trigger",
    disabledReason: (state) =>
      sessionSlice.get(state).hub.local ? null : "only a local hub triggers events (start with --local)",
    run({ store, run }) {
      const state = store.get();
      store.dispatch(
        openDialog(triggerForm(selectedWebhook(state), sessionSlice.get(state).hub.account ?? "me")),
      );
      run("names.load");
    },
  },
  ...triggerDialog.commands,
  ...triggerRunCommands,
];
