import type { TriggerPreview } from "../../../../hub/client.ts";
import { type EventOfRepo, missText } from "../../../../model/missed-webhook.ts";
import { line, span, type Line } from "../../../../text/line.ts";
import { plural } from "../../../../text/numbers.ts";
import { v, type Visible } from "../../../../text/visible.ts";
import { wrapWords } from "../../../../text/wrap.ts";
import { createFormDialog } from "../../../../tui/dialogs/form-dialog.ts";
import { act } from "../../../../tui/records/acts.ts";
import type { App, Form } from "../../../app.ts";
import { sessionSlice } from "../../../connection-state.ts";
import type { WebhooksRunning } from "../../running.ts";
import { shownName } from "../../state/view.ts";
import { selectedWebhook } from "../../state/webhooks.ts";
import { payloadPreview } from "./payload-preview.ts";
import { submitTrigger } from "./send-trigger.ts";
import { type TriggerForm, triggerForm, triggerInputs, triggerKind } from "./trigger-form.ts";

/** Opens the form, prefilled with the items of the selected webhook. */
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
  submit: { title: "Trigger the event", ...act("open", "save"), footerLabel: "trigger" },
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

/** Number of webhooks that are named each; the others are counted. */
const named = { reached: 5, missed: 2 };

/** Says which webhooks an event reaches, and why it misses the others that watch its repo. */
function reachLines(
  { reached, missed, others }: Omit<TriggerPreview, "payload">,
  event: EventOfRepo,
  { width, nameOf }: { readonly width: number; readonly nameOf: (id: string) => Visible },
): readonly Line[] {
  const over = reached.filter(({ overQuota }) => overQuota).length;
  const total = reached.length + missed.length + others;
  const names = reached.slice(0, named.reached).map(({ webhookId }) => nameOf(webhookId));
  const more = reached.length > named.reached ? v` and ${reached.length - named.reached} more` : v``;
  const reaches: Visible =
    reached.length === 0
      ? v`▲ Reaches no webhook${total === 0 ? ", because there is none" : ""}`
      : v`→ Reaches ${plural(reached.length, "webhook")}: ${names.join(", ")}${more}`;
  const misses = [
    ...missed
      .slice(0, named.missed)
      .map(({ webhookId, reason }) => v`${nameOf(webhookId)} ${missText(reason, event)}`),
    ...(missed.length > named.missed
      ? [v`${missed.length - named.missed} more are disabled or limited`]
      : []),
    ...(reached.length === 0 && others > 0
      ? [v`${plural(others, "webhook")} ${others === 1 ? "watches" : "watch"} something else`]
      : []),
  ];
  return [
    ...wrapWords(span(reaches, reached.length === 0 ? "warn" : "ok"), width, 2),
    ...(over === 0
      ? []
      : wrapWords(span(v`▲ ${plural(over, "webhook")} over the quota: stored, not sent`, "warn"), width, 2)),
    ...misses.flatMap((text) => wrapWords(span(v`  ${text}`, "muted"), width, 4)),
  ];
}
