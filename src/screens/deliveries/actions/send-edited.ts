import { openDraft } from "../../../engine/drafts.ts";
import type { EditedRequest } from "../../../model/edited-request.ts";
import { line, span } from "../../../text/line.ts";
import { v } from "../../../text/visible.ts";
import { wrapWords } from "../../../text/wrap.ts";
import { createFormDialog } from "../../../tui/dialogs/form-dialog.ts";
import { untouched } from "../../../tui/dialogs/form.ts";
import { keyOf } from "../../../tui/frame/key-label.ts";
import { act } from "../../../tui/records/acts.ts";
import { showMessage } from "../../../tui/state/messages.ts";
import { dialogKind } from "../../../tui/state/nav.ts";
import { textField } from "../../../tui/text-field.ts";
import { type App, type Form, receiverNow } from "../../app.ts";
import { deliveriesSlice, selectedDelivery, setDeliveries } from "../state/deliveries.ts";
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

const form: Form<SendForm> = {
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
  submit: (open, app) => sendEdited(app, open, targetUrl(open)),
};

export const sendEditedDialog = createFormDialog(form, {
  helpTitle: "Edited delivery",
  title: ({ seq }) => v`Send edited delivery #${seq}`,
  about: () => [line(span(v`The original stays in the log. Your edit is kept until it is sent.`, "muted"))],
  busyText: v`Sending…`,
  submit: { title: "Send the edited delivery", ...act("open", "save"), footerLabel: "send" },
  choice: { title: "Choose route or URL", footerLabel: "target" },
  next: "field",
});

/**
 * Opens the selected delivery in the editor, and then the form that sends it. An earlier edit that was not sent
 * continues.
 */
export async function editDelivery(app: App): Promise<void> {
  const { store, services, terminal, registry } = app;
  const seq = selectedDelivery(store.get())?.seq;
  if (seq === undefined) return;
  const opened = await terminal.edit(async () => {
    const { maxBodyBytes } = (await receiverNow(services).state()).limits;
    const draft = await draftOf(app, seq);
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
      showMessage(store, "ok", `#${seq} is unchanged; there is nothing to send`);
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

/** Sends an edited delivery to its route, or to `url`. Resolves with a function that shows the result. */
async function sendEdited(
  app: App,
  { seq, request }: SendForm,
  url: string | undefined,
): Promise<() => void> {
  const { store, services } = app;
  const draft = await draftOf(app, seq);
  const result = await receiverNow(services).replay(seq, url, false, request);
  if (url !== undefined) store.dispatch(setDeliveries({ lastReplayUrl: url }));
  draft?.discard();
  return () => showMessage(store, ...replayText(`Sent the edited #${seq} as #${result.seq}`, result));
}

async function draftOf({ services }: App, seq: number) {
  const delivery = await services.reader.get(seq);
  return delivery === null ? null : openDraft(services.dataDir, delivery);
}
