import type { CommandContext, Command } from "../../tui/commands/command.ts";
import { confirmDiscard } from "../../tui/dialogs/confirm.ts";
import { closeDialog } from "../../tui/state/nav.ts";
import { replaceText } from "../../tui/text-field.ts";
import { publicAddress } from "../public-url.ts";
import { canOpenTunnel, sessionSlice, needsTunnel } from "../session.ts";
import type { WebhooksEffects } from "./effects.ts";
import {
  toggleChoice,
  editLastWatchedItem,
  isDomainField,
  insertPublicUrl,
  addTypedItems,
  webhookFormKind,
  editFormText,
  moveFocus,
} from "./webhook-form.ts";
type FormContext = CommandContext<WebhooksEffects>;

function cancelForm({ store }: FormContext): void {
  const form = webhookFormKind.find(store.get());
  if (form === null) return;
  if (!form.changed) store.dispatch(closeDialog());
  else store.dispatch(confirmDiscard("webhook-form"));
}

/** Handles Enter: adds the typed item, saves on the last field, otherwise moves to the next field. */
function acceptField({ store, effects }: FormContext): void | Promise<void> {
  const form = webhookFormKind.find(store.get());
  if (form?.focus === "watch" && form.watch.value.trim() !== "") {
    webhookFormKind.change(store, addTypedItems);
    return undefined;
  }
  if (form?.focus === "secret") return effects.save();
  webhookFormKind.change(store, (open) => moveFocus(open, 1));
  return undefined;
}

/** Returns a random secret of 32 hex digits. */
function makeSecret(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("hex");
}

/** Commands of the webhook form. */
export const webhookFormCommands: readonly Command<WebhooksEffects>[] = [
  {
    id: "form.save",
    scope: "webhook-form",
    keys: ["ctrl+s"],
    title: "Save the webhook",
    footerLabel: "save",
    run: ({ effects }) => effects.save(),
  },
  {
    id: "form.leave",
    scope: "webhook-form",
    keys: ["esc"],
    title: "Cancel",
    footerLabel: "cancel",
    run: cancelForm,
  },
  {
    id: "form.next",
    scope: "webhook-form",
    keys: ["tab", "down"],
    title: "Go to the next field",
    footerLabel: "next",
    run: ({ store }) => webhookFormKind.change(store, (form) => moveFocus(form, 1)),
  },
  {
    id: "form.previous",
    scope: "webhook-form",
    keys: ["shift+tab", "up"],
    title: "Go to the previous field",
    run: ({ store }) => webhookFormKind.change(store, (form) => moveFocus(form, -1)),
  },
  {
    id: "form.enter",
    scope: "webhook-form",
    keys: ["enter"],
    title: "Accept and continue",
    run: acceptField,
  },
  {
    id: "form.toggle",
    scope: "webhook-form",
    keys: ["space", "left", "right"],
    title: "Toggle target or domain",
    footerLabel: "toggle",
    disabledReason: (state) => {
      const focus = webhookFormKind.find(state)?.focus;
      return focus === "target" || (focus !== undefined && isDomainField(focus))
        ? null
        : "these keys edit text here";
    },
    run: ({ store }) => webhookFormKind.change(store, toggleChoice),
  },
  {
    id: "form.take-back",
    scope: "webhook-form",
    keys: ["backspace"],
    title: "Edit the last watched item",
    disabledReason: (state) => {
      const form = webhookFormKind.find(state);
      return form?.focus === "watch" && form.watch.value === "" && form.watched.length > 0
        ? null
        : "this key edits text here";
    },
    run: ({ store }) => webhookFormKind.change(store, editLastWatchedItem),
  },
  {
    id: "form.make-secret",
    scope: "webhook-form",
    keys: ["ctrl+g"],
    title: "Generate a secret",
    run: ({ store }) =>
      webhookFormKind.change(store, (form) => ({
        ...editFormText(form, "secret", replaceText(form.secret, makeSecret())),
        focus: "secret",
        secretShown: true,
      })),
  },
  {
    id: "form.public-url",
    scope: "webhook-form",
    keys: ["ctrl+t"],
    title: "Insert the public URL",
    disabledReason: (state) => {
      const form = webhookFormKind.find(state);
      if (form === null || form.target !== "url" || form.saving) return "there is no URL field";
      return sessionSlice.get(state).receiver.publicUrl === null ? needsTunnel(state) : null;
    },
    run({ store, run }) {
      const state = store.get();
      const form = webhookFormKind.find(state);
      const url = form === null ? null : publicAddress(sessionSlice.get(state).receiver, form.url.value);
      if (url !== null) webhookFormKind.change(store, (open) => insertPublicUrl(open, url));
      else if (canOpenTunnel(state)) run("tunnel.toggle");
    },
  },
  {
    id: "form.reveal-secret",
    scope: "webhook-form",
    keys: ["ctrl+r"],
    title: "Show or hide the secret",
    run: ({ store }) =>
      webhookFormKind.change(store, (form) => ({ ...form, secretShown: !form.secretShown })),
  },
];
