import { count } from "../../../text/numbers.ts";
import { v } from "../../../text/visible.ts";
import { completeText } from "../../../tui/completion.ts";
import { createFormDialog } from "../../../tui/dialogs/form-dialog.ts";
import { options } from "../../../tui/dialogs/form-lines.ts";
import { type Form, type FormState, untouched } from "../../../tui/dialogs/form.ts";
import { showMessage } from "../../../tui/state/messages.ts";
import { dialogKind } from "../../../tui/state/nav.ts";
import { type TextField, textField } from "../../../tui/text-field.ts";
import { receiverNow, type FeatureContext } from "../../context.ts";
import { targetCandidates } from "../../names.ts";
import type { DeliveriesEffects } from "../effects.ts";
import { setDeliveries } from "../state.ts";

/** Form of a replay. The focused input is the target: the delivery's route, or a URL. */
export interface ReplayForm extends FormState {
  readonly kind: "replay";
  readonly seq: number;
  readonly focus: "route" | "url";
  readonly url: TextField;
}

const replayKind = dialogKind<ReplayForm>("replay");

/** @param lastUrl URL of the last replay to a URL, prefilled */
export function replayForm(seq: number, lastUrl: string): ReplayForm {
  return { ...untouched, kind: "replay", seq, focus: "route", url: textField(lastUrl) };
}

const form: Form<ReplayForm, DeliveriesEffects> = {
  kind: replayKind,
  id: "replay",
  inputs: [
    {
      type: "choice",
      name: "route",
      label: v`Target`,
      draw: ({ focus }) => options(["its route", focus === "route"], ["a URL", focus === "url"]),
      step: (open) => open,
    },
    {
      type: "text",
      name: "url",
      label: v`URL`,
      placeholder: v`http://127.0.0.1:3000/`,
      isShown: ({ focus }) => focus === "url",
      get: ({ url }) => url,
      put: (open, url) => ({ ...open, url }),
      complete: ({ value }, _open, state) => completeText(value, targetCandidates(state)),
    },
  ],
  submit: ({ seq, focus, url }, { effects }) =>
    effects.replay(seq, focus === "url" ? url.value.trim() : undefined),
};

export const replayDialog = createFormDialog(form, {
  helpTitle: "Replay dialog",
  title: ({ seq }) => v`Replay delivery #${count(seq)}`,
  busyText: v`Replaying…`,
  submit: { title: "Replay the delivery", keys: ["enter", "ctrl+s"], footerLabel: "replay" },
  next: "target",
});

export interface ReplayEffects {
  /** Replays a delivery to its route, or to `url`. Resolves with a function that shows the result. */
  replay(seq: number, url?: string): Promise<() => void>;
}

export function createReplayEffects({ store, services }: FeatureContext): ReplayEffects {
  return {
    async replay(seq, url) {
      const result = await receiverNow(services).replay(seq, url);
      if (url !== undefined) store.dispatch(setDeliveries({ lastReplayUrl: url }));
      const outcome =
        result.outcome === "pending"
          ? "forwarding"
          : (result.error ?? (result.status === null ? result.outcome : String(result.status)));
      const failed = result.outcome === "failed" || result.outcome === "rejected";
      const text = `Replayed #${seq} as #${result.seq}: ${outcome}`;
      return () => showMessage(store, failed ? "error" : "ok", failed ? `${text}.` : text);
    },
  };
}
