import { v } from "../../text/visible.ts";
import { completeText } from "../../tui/completion.ts";
import { createFormDialog } from "../../tui/dialogs/form-dialog.ts";
import { type Form, type FormState, untouched } from "../../tui/dialogs/form.ts";
import { showMessage } from "../../tui/state/messages.ts";
import { dialogKind } from "../../tui/state/nav.ts";
import { type TextField, textField } from "../../tui/text-field.ts";
import { targetCandidates } from "../names.ts";
import type { ReceiverEffects } from "./effects.ts";

/** Form of the forward target. An empty target stops forwarding. */
export interface ForwardForm extends FormState {
  readonly kind: "forward";
  readonly target: TextField;
}

const forwardKind = dialogKind<ForwardForm>("forward");

export function forwardForm(target: string | null): ForwardForm {
  return { ...untouched, kind: "forward", focus: "target", target: textField(target ?? "") };
}

const form: Form<ForwardForm, ReceiverEffects> = {
  kind: forwardKind,
  id: "forward",
  inputs: [
    {
      type: "text",
      name: "target",
      label: v`Target`,
      placeholder: v`http://localhost:3000/hook, or 3000`,
      get: ({ target }) => target,
      put: (open, target) => ({ ...open, target }),
      complete: ({ value }, _open, state) => completeText(value, targetCandidates(state)),
    },
  ],
  async submit(open, { store, effects }) {
    const target = open.target.value.trim();
    await effects.setForward(target === "" ? null : target);
    const done = target === "" ? "Forwarding stopped" : `Forwarding deliveries to ${target}`;
    return () => showMessage(store, "ok", done);
  },
};

export const forwardDialog = createFormDialog(form, {
  helpTitle: "Forward dialog",
  title: () => v`Forward deliveries`,
  about: v`Forwards deliveries of routes without a handler until the receiver stops. Leave empty to stop forwarding.`,
  busyText: v`Saving…`,
  submit: { title: "Set the forward target", keys: ["enter", "ctrl+s"], footerLabel: "forward" },
});
