import { documentedEvents } from "../../../model/event.ts";
import { firstEventIndex, firstRepo } from "../../../model/test-delivery.ts";
import { formatWatchedItem } from "../../../model/watched-item.ts";
import type { Webhook } from "../../../model/webhook.ts";
import { v } from "../../../text/visible.ts";
import { completeText } from "../../../tui/completion.ts";
import { createFormDialog } from "../../../tui/dialogs/form-dialog.ts";
import { type Form, type FormState, untouched } from "../../../tui/dialogs/form.ts";
import { dialogKind } from "../../../tui/state/nav.ts";
import { type TextField, textField } from "../../../tui/text-field.ts";
import { repoCandidates, templateCandidates } from "../../names.ts";
import type { WebhooksEffects } from "../list/effects.ts";

/** Form of an event to trigger and its repo. */
export interface TriggerForm extends FormState {
  readonly kind: "trigger";
  /** Index into `documentedEvents`. */
  readonly event: number;
  readonly repo: TextField;
  /** Name of a template; empty for a synthetic payload of the event. */
  readonly template: TextField;
}

const triggerKind = dialogKind<TriggerForm>("trigger");

/** Creates the form, prefilled with an event and a repo that fire the webhook if there is one. */
export function triggerForm(webhook: Webhook | null, account: string): TriggerForm {
  const aim = webhook ?? { domains: [], watched: [] };
  return {
    ...untouched,
    kind: "trigger",
    focus: "event",
    event: firstEventIndex(aim),
    repo: textField(formatWatchedItem(firstRepo(aim, account))),
    template: textField(""),
  };
}

/** Returns true if the payload is made for the event and the repo of the form, and false if it is a template. */
function isSynthetic({ template }: TriggerForm): boolean {
  return template.value.trim() === "";
}

export const triggerFormSpec: Form<TriggerForm, WebhooksEffects> = {
  kind: triggerKind,
  id: "trigger",
  inputs: [
    {
      type: "choice",
      name: "event",
      label: v`Event`,
      isShown: isSynthetic,
      isReachable: isSynthetic,
      chosen({ event: index }) {
        const { scope = "", action = "" } = documentedEvents[index] ?? {};
        return { text: v`${scope} ${action}`, index, count: documentedEvents.length };
      },
      step(open, by) {
        const { length } = documentedEvents;
        return { ...open, event: (open.event + by + length) % length };
      },
    },
    {
      type: "text",
      name: "repo",
      label: v`Repo`,
      placeholder: v`type:owner/name`,
      isShown: isSynthetic,
      isReachable: isSynthetic,
      get: ({ repo }) => repo,
      put: (open, repo) => ({ ...open, repo }),
      complete: ({ value }, _open, state) => completeText(value, repoCandidates(state)),
    },
    {
      type: "text",
      name: "template",
      label: v`Template`,
      placeholder: v`none: a payload of the event`,
      get: ({ template }) => template,
      put: (open, template) => ({ ...open, template }),
      complete: ({ value }, _open, state) => completeText(value, templateCandidates(state)),
    },
  ],
  async submit({ event, repo, template }, { effects }) {
    const name = template.value.trim();
    if (name !== "") return effects.triggerTemplate(name);
    const chosen = documentedEvents[event];
    return chosen === undefined ? () => {} : effects.trigger(chosen, repo.value.trim());
  },
};

export const triggerDialog = createFormDialog(triggerFormSpec, {
  helpTitle: "Trigger dialog",
  title: () => v`Trigger an event`,
  busyText: v`Triggering…`,
  submit: { title: "Trigger the event", keys: ["enter", "ctrl+s"], footerLabel: "trigger" },
  next: "field",
  choice: { title: "Select the next event", previous: "Select the previous event", footerLabel: "event" },
});
