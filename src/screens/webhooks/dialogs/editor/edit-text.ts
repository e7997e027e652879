import { textDraft, type TextDraft } from "../../../../engine/text-drafts.ts";
import type { Webhook } from "../../../../model/webhook.ts";
import { keyOf } from "../../../../tui/frame/key-label.ts";
import { showMessage } from "../../../../tui/state/messages.ts";
import type { App } from "../../../app.ts";
import { sessionSlice } from "../../../connection-state.ts";
import { isEmptyChange, webhookChange } from "./change.ts";
import { openChange } from "./open-change.ts";
import type { SecretSource } from "./webhook-text.ts";

/** Returns the file that keeps the text of a webhook. */
function draftOf({ services }: App, id: string): TextDraft {
  return textDraft(services.dataDir, `webhook-${id}.yaml`);
}

/** Forgets the text of a webhook. */
export function discardText(app: App, id: string): void {
  draftOf(app, id).discard();
}

function showNothing({ store }: App, draft: TextDraft, id: string): void {
  draft.discard();
  showMessage(store, "ok", `Nothing to change on webhook ${id}`);
}

/**
 * Opens a webhook in the editor as YAML, and then shows the changes. Reopens an unsent text.
 * @param changed changed webhook to start the text from
 * @param secret source of the secret in that text
 */
export async function editAsText(
  app: App,
  webhook: Webhook,
  changed?: Webhook,
  secret?: SecretSource,
): Promise<void> {
  const { store, terminal, registry } = app;
  const { id } = webhook;
  const { local, name } = sessionSlice.get(store.get()).hub;
  const draft = draftOf(app, id);
  let opened = await terminal.edit(async () => {
    const yaml = await import("./webhook-text.ts");
    if (changed !== undefined || draft.read() === null) {
      draft.place(yaml.webhookText(changed ?? webhook, local ? "the local hub" : name, secret));
    }
    return { path: draft.path, line: 1, yaml };
  });
  let refused: string | null = null;
  while (opened !== null) {
    const { readWebhookText, withFault, withoutFaults } = opened.yaml;
    const text = withoutFaults(draft.read() ?? "");
    const read = readWebhookText(text, webhook, local);
    if (read.kind === "empty") return showNothing(app, draft, id);
    if (read.kind === "webhook") {
      const change = webhookChange(webhook, read.webhook, { secret: read.secret });
      if (isEmptyChange(change)) return showNothing(app, draft, id);
      openChange(app, change);
      return;
    }
    const marked = withFault(text, read);
    draft.place(marked.text);
    if (text === refused) {
      // Saved again without a change: the user has left the editor for good.
      const key = keyOf(registry, "webhooks.edit-text");
      const fault = `Line ${read.line} of webhook ${id} is not valid: ${read.what}`;
      showMessage(store, "error", `${fault}. Your text is kept; ${key} opens it again.`);
      return;
    }
    refused = text;
    const again = { ...opened, line: marked.line };
    opened = await terminal.edit(() => again);
  }
}
