import { openDraft } from "../../../engine/drafts.ts";
import type { EditedRequest } from "../../../model/edited-request.ts";
import { line, span } from "../../../text/line.ts";
import { v } from "../../../text/visible.ts";
import { wrapWords } from "../../../text/wrap.ts";
import { createFormDialog } from "../../../tui/dialogs/form-dialog.ts";
import { type Form, untouched } from "../../../tui/dialogs/form.ts";
import { keyOf } from "../../../tui/frame/key-label.ts";
import type { Registry } from "../../../tui/registry.ts";
import { report } from "../../../tui/report.ts";
import { showMessage } from "../../../tui/state/messages.ts";
import { dialogKind } from "../../../tui/state/nav.ts";
import { textField } from "../../../tui/text-field.ts";
import { receiverNow, type FeatureContext } from "../../context.ts";
import type { DeliveriesEffects } from "../start.ts";
import { deliveriesSlice, setDeliveries } from "../state.ts";
import { replayText } from "./replay-text.ts";
import { type TargetForm, targetInputs, targetUrl } from "./target-inputs.ts";

/** Form that asks for the target of an edited delivery. */
export interface SendForm extends TargetForm {
  readonly kind: "send-edited";
  readonly seq: number;
  readonly request: EditedRequest;
  /** Changed parts: `payload`, `headers`. */
  readonly parts: readonly string[];
}

const sendKind = dialogKind<SendForm>("send-edited");

const form: Form<SendForm, DeliveriesEffects> = {
  kind: sendKind,
  id: "send-edited",
  inputs: targetInputs<SendForm>(() => "its route").map((input) =>
    input.name === "target"
      ? {
          ...input,
          linesAbove: ({ parts }, width) =>
            wrapWords(span(v`You changed its ${parts.join(" and ")}.`, "muted"), width),
        }
      : input,
  ),
  submit: (open, { effects }) => effects.sendEdited(open.seq, open.request, targetUrl(open)),
};

export const sendEditedDialog = createFormDialog(form, {
  helpTitle: "Edited delivery",
  title: ({ seq }) => v`Send edited delivery #${seq}`,
  about: () => [line(span(v`The original stays in the log. Your edit is kept until it is sent.`, "muted"))],
  busyText: v`Sending…`,
  submit: { title: "Send the edited delivery", keys: ["enter", "ctrl+s"], footerLabel: "send" },
  choice: { title: "Choose route or URL", footerLabel: "target" },
  next: "field",
});

export interface EditEffects {
  /** Opens a delivery in the editor, and then the form that sends it. An earlier edit that was not sent continues. */
  edit(seq: number, registry: Registry): Promise<void>;
  /** Sends an edited delivery to its route, or to `url`. Resolves with a function that shows the result. */
  sendEdited(seq: number, request: EditedRequest, url: string | undefined): Promise<() => void>;
}

export function createEditEffects({ store, services, terminal, dataDir }: FeatureContext): EditEffects {
  async function draftOf(seq: number) {
    const delivery = await services().reader.get(seq);
    return delivery === null ? null : openDraft(dataDir, delivery);
  }

  async function edit(seq: number, registry: Registry): Promise<void> {
    const opened = await terminal.edit(async () => {
      const { maxBodyBytes } = (await receiverNow(services).state()).limits;
      const draft = await draftOf(seq);
      if (draft === null) return null;
      const before = draft.read(maxBodyBytes);
      return { path: draft.path, line: before.kind === "invalid" ? before.line : 1, draft, maxBodyBytes };
    });
    if (opened === null) return;
    const { draft, maxBodyBytes } = opened;
    const read = draft.read(maxBodyBytes);
    switch (read.kind) {
      case "unchanged":
        draft.discard();
        showMessage(store, "ok", `Nothing was changed in #${seq}, so nothing is sent`);
        return;
      case "invalid": {
        const again = keyOf(registry, "deliveries.edit");
        const fault = `Line ${read.line} of the edited #${seq} is not valid: ${read.what}`;
        showMessage(store, "error", `${fault}. Your text is kept; ${again} opens it again.`);
        return;
      }
      case "edited": {
        const { lastReplayUrl } = deliveriesSlice.get(store.get());
        const { request, changed } = read;
        const sent = {
          seq,
          request,
          parts: changed,
          target: "route",
          url: textField(lastReplayUrl),
        } as const;
        store.dispatch(sendKind.open({ ...untouched, kind: "send-edited", focus: "target", ...sent }));
      }
    }
  }

  return {
    edit: (seq, registry) => edit(seq, registry).catch((error: unknown) => report(store, error)),
    async sendEdited(seq, request, url) {
      const draft = await draftOf(seq);
      const result = await receiverNow(services).replay(seq, url, false, request);
      if (url !== undefined) store.dispatch(setDeliveries({ lastReplayUrl: url }));
      draft?.discard();
      return () => showMessage(store, ...replayText(`Sent the edited #${seq} as #${result.seq}`, result));
    },
  };
}
