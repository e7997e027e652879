import { line, span } from "../../../../text/line.ts";
import { v } from "../../../../text/visible.ts";
import { wrapWords } from "../../../../text/wrap.ts";
import { createFormDialog } from "../../../../tui/dialogs/form-dialog.ts";
import type { App, Form } from "../../../app.ts";
import { sessionSlice } from "../../../connection-state.ts";
import type { WebhooksRunning } from "../../running.ts";
import { shownName } from "../../state/view.ts";
import { selectedWebhook } from "../../state/webhooks.ts";
import { payloadPreview } from "./payload-preview.ts";
import { reachLines } from "./reach-lines.ts";
import { submitTrigger } from "./send-trigger.ts";
import { type TriggerForm, triggerForm, triggerInputs, triggerKind } from "./trigger-form.ts";

/** Opens the form, prefilled with what the selected webhook watches. */
export function openTrigger({ store, run }: App): void {
  const state = store.get();
  const { account } = sessionSlice.get(state).hub;
  store.dispatch(triggerKind.open(triggerForm(selectedWebhook(state), account ?? "me")));
  run("names.load");
}

export const triggerFormSpec: Form<TriggerForm, WebhooksRunning> = {
  kind: triggerKind,
  id: "trigger",
  inputs: triggerInputs,
  submit: (form, app) => submitTrigger(app, form),
};

export const triggerDialog = createFormDialog(triggerFormSpec, {
  helpTitle: "Trigger dialog",
  title: () => v`Trigger an event`,
  busyText: v`Triggering…`,
  submit: { title: "Trigger the event", keys: ["enter", "ctrl+s"], footerLabel: "trigger" },
  next: "field",
  choice: { title: "Select the next event", previous: "Select the previous event", footerLabel: "event" },
  preview: {
    title: v`Payload`,
    text: ({ payload }) => (payload === null ? null : payloadPreview(payload)),
    get: ({ preview }) => preview,
    put: (open, preview) => ({ ...open, preview }),
    notes(open, state, width) {
      const { plan } = open;
      if (plan === null) return [line(span(v`Asking the hub…`, "muted"))];
      if (plan.error !== null) return wrapWords(span(v`✗ ${plan.error}`, "error"), width, 2);
      return reachLines(plan, plan, { width, nameOf: (id) => shownName(state, id) });
    },
  },
});
