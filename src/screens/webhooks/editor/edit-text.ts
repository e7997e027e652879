import { textDraft, type TextDraft } from "../../../engine/text-drafts.ts";
import type { Webhook } from "../../../model/webhook.ts";
import { keyOf } from "../../../tui/frame/key-label.ts";
import type { Registry } from "../../../tui/registry.ts";
import { showMessage } from "../../../tui/state/messages.ts";
import type { FeatureContext } from "../../context.ts";
import { sessionSlice } from "../../session.ts";
import { isEmptyChange, webhookChange } from "./change.ts";
import { openChange } from "./open-change.ts";
import type { SecretSource } from "./webhook-text.ts";

export interface TextEffects {
  /**
   * Opens a webhook in the editor, and then shows what was changed. A text that was not sent is opened again.
   * @param changed webhook with changes that the text starts from instead
   * @param secret source of the secret in that text
   */
  editText(webhook: Webhook, changed?: Webhook, secret?: SecretSource): Promise<void>;
  /** Forgets the text of a webhook. */
  discardText(id: string): void;
}

/** Creates the effects that edit a webhook as YAML. */
export function createTextEffects(context: FeatureContext, registry: Registry): TextEffects {
  const { store, terminal, dataDir } = context;
  const draftOf = (id: string): TextDraft => textDraft(dataDir, `webhook-${id}.yaml`);

  function nothing(draft: TextDraft, id: string): void {
    draft.discard();
    showMessage(store, "ok", `Nothing to change on webhook ${id}`);
  }

  return {
    async editText(webhook, changed, secret) {
      const { id } = webhook;
      const { local, name } = sessionSlice.get(store.get()).hub;
      const draft = draftOf(id);
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
        if (read.kind === "empty") return nothing(draft, id);
        if (read.kind === "webhook") {
          const change = webhookChange(webhook, read.webhook, { secret: read.secret });
          if (isEmptyChange(change)) return nothing(draft, id);
          openChange(context, change);
          return undefined;
        }
        const marked = withFault(text, read);
        draft.place(marked.text);
        if (text === refused) {
          // Saved again as it is: the user has left the editor for good.
          const key = keyOf(registry, "webhooks.edit-text");
          const fault = `Line ${read.line} of webhook ${id} is not valid: ${read.what}`;
          showMessage(store, "error", `${fault}. Your text is kept; ${key} opens it again.`);
          return undefined;
        }
        refused = text;
        const again = { ...opened, line: marked.line };
        opened = await terminal.edit(() => again);
      }
      return undefined;
    },
    discardText: (id) => draftOf(id).discard(),
  };
}
