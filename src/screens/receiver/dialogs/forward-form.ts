import { redactUrl } from "../../../text/credential-names.ts";
import { type Line, line, span } from "../../../text/line.ts";
import { plural } from "../../../text/numbers.ts";
import { v } from "../../../text/visible.ts";
import { completeText } from "../../../tui/completion.ts";
import { createFormDialog } from "../../../tui/dialogs/form-dialog.ts";
import { type FormState, untouched } from "../../../tui/dialogs/form.ts";
import { act } from "../../../tui/records/acts.ts";
import { showMessage } from "../../../tui/state/messages.ts";
import { dialogKind } from "../../../tui/state/nav.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import { windowSlice } from "../../../tui/state/window.ts";
import { type TextField, textField } from "../../../tui/text-field.ts";
import { type App, type Form, receiverNow } from "../../app.ts";
import { sessionSlice } from "../../connection-state.ts";
import { ruleLine } from "../../forward-lines.ts";
import { targetCandidates } from "../../names.ts";

/** Form of the forward target. An empty target stops forwarding. */
export interface ForwardForm extends FormState {
  readonly kind: "forward";
  readonly target: TextField;
}

const forwardKind = dialogKind<ForwardForm>("forward");

export function forwardForm(target: string | null): ForwardForm {
  return { ...untouched, kind: "forward", focus: "target", target: textField(target ?? "") };
}

export function openForwardForm({ store }: App): void {
  const { forward } = sessionSlice.get(store.get()).receiver;
  store.dispatch(forwardKind.open(forwardForm(forward?.target ?? null)));
}

/** Describes the effect of the target, and the rules that keep their own. */
function aboutForward(state: AppState): readonly Line[] {
  const { receiver } = sessionSlice.get(state);
  const { forward, forwardRules } = receiver;
  const what = v`Forwards deliveries of routes without a handler until the receiver stops.`;
  const stop = v`Leave empty to stop forwarding.`;
  const about = (forward === null ? [what] : [what, stop]).map((text) => line(span(text, "muted")));
  if (forwardRules.length === 0) return about;
  const one = forwardRules.length === 1;
  const kept = one ? v`This rule keeps its target` : v`These rules keep their targets`;
  const { nowMs } = windowSlice.get(state);
  return [
    ...about,
    line(span(v`${kept}; other deliveries go to this one:`, "muted")),
    ...forwardRules.map((rule) => ruleLine(rule, nowMs)),
  ];
}

const form: Form<ForwardForm> = {
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
  async submit(open, { store, services }) {
    const target = open.target.value.trim();
    await receiverNow(services).setForward(target === "" ? null : target);
    const { length } = sessionSlice.get(store.get()).receiver.forwardRules;
    const rules =
      length === 0 ? "" : `; ${plural(length, "rule keeps its target", "rules keep their targets")}`;
    const done = target === "" ? "Forwarding stopped" : `Forwarding deliveries to ${redactUrl(target)}`;
    return () => showMessage(store, "ok", `${done}${rules}`);
  },
};

export const forwardDialog = createFormDialog(form, {
  helpTitle: "Forward dialog",
  title: () => v`Forward deliveries`,
  about: aboutForward,
  busyText: v`Saving…`,
  submit: { title: "Set the forward target", ...act("open", "save"), footerLabel: "forward" },
});
