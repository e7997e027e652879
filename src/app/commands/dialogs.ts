import type { App } from "../app.ts";
import { chooseEvent } from "../overlays/trigger-dialog.ts";
import {
  editFormText,
  isDomainField,
  moveFocus,
  insertPublicUrl,
  addTypedItems,
  toggleChoice,
  editLastWatchedItem,
} from "../overlays/webhook-form.ts";
import { publicAddress } from "../public-url.ts";
import type { ConfirmedAction } from "../state/overlays.ts";
import { closeOverlay, findOverlay, openOverlay, closeOverlays, changeOverlay } from "../state/overlays.ts";
import { sessionSlice } from "../state/session.ts";
import { replaceText } from "../text-field.ts";
import type { Command } from "./command.ts";
import { canOpenTunnel, needsTunnel } from "./receiver.ts";

/** Performs the action of a confirmed dialog. */
function runConfirmed(app: App, action: ConfirmedAction): void | Promise<void> {
  switch (action.kind) {
    case "delete-webhook":
      return app.webhooks.remove(action.id);
    case "cancel-job":
      return app.jobs.cancel(action.id);
    case "close-tunnel":
      return app.receiver.closeTunnel();
    case "discard":
      return app.store.dispatch(closeOverlays(action.dialog));
  }
}

function cancelForm({ store }: App): void {
  const form = findOverlay(store.get(), "webhook-form");
  if (form === null) return;
  if (!form.changed) store.dispatch(closeOverlay());
  else {
    store.dispatch(
      openOverlay({
        kind: "confirm",
        title: "Discard changes?",
        lines: ["Unsaved changes are lost."],
        verb: "discard",
        action: { kind: "discard", dialog: "webhook-form" },
      }),
    );
  }
}

/** Handles Enter: adds the typed item, saves on the last field, otherwise moves to the next field. */
function acceptField(app: App): void | Promise<void> {
  const { store, webhooks } = app;
  const form = findOverlay(store.get(), "webhook-form");
  if (form?.focus === "watch" && form.watch.value.trim() !== "") {
    changeOverlay(store, "webhook-form", addTypedItems);
    return undefined;
  }
  if (form?.focus === "secret") return webhooks.save();
  changeOverlay(store, "webhook-form", (open) => moveFocus(open, 1));
  return undefined;
}

/** Returns a random secret of 32 hex digits. */
function makeSecret(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("hex");
}

/** Commands of the dialogs. */
export const dialogCommands: readonly Command[] = [
  {
    id: "confirm.yes",
    scope: "confirm",
    keys: ["y"],
    title: "Confirm",
    footerLabel: "confirm",
    run(app) {
      const dialog = findOverlay(app.store.get(), "confirm");
      app.store.dispatch(closeOverlay());
      return dialog === null ? undefined : runConfirmed(app, dialog.action);
    },
  },
  {
    id: "confirm.no",
    scope: "confirm",
    keys: ["esc", "enter", "n", "q"],
    title: "Cancel",
    footerLabel: "cancel",
    run: ({ store }) => store.dispatch(closeOverlay()),
  },
  {
    id: "form.save",
    scope: "webhook-form",
    keys: ["ctrl+s"],
    title: "Save the webhook",
    footerLabel: "save",
    run: ({ webhooks }) => webhooks.save(),
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
    run: ({ store }) => changeOverlay(store, "webhook-form", (form) => moveFocus(form, 1)),
  },
  {
    id: "form.previous",
    scope: "webhook-form",
    keys: ["shift+tab", "up"],
    title: "Go to the previous field",
    run: ({ store }) => changeOverlay(store, "webhook-form", (form) => moveFocus(form, -1)),
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
      const focus = findOverlay(state, "webhook-form")?.focus;
      return focus === "target" || (focus !== undefined && isDomainField(focus))
        ? null
        : "these keys edit text here";
    },
    run: ({ store }) => changeOverlay(store, "webhook-form", toggleChoice),
  },
  {
    id: "form.take-back",
    scope: "webhook-form",
    keys: ["backspace"],
    title: "Edit the last watched item",
    disabledReason: (state) => {
      const form = findOverlay(state, "webhook-form");
      return form?.focus === "watch" && form.watch.value === "" && form.watched.length > 0
        ? null
        : "this key edits text here";
    },
    run: ({ store }) => changeOverlay(store, "webhook-form", editLastWatchedItem),
  },
  {
    id: "form.make-secret",
    scope: "webhook-form",
    keys: ["ctrl+g"],
    title: "Generate a secret",
    run: ({ store }) =>
      changeOverlay(store, "webhook-form", (form) => ({
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
      const form = findOverlay(state, "webhook-form");
      if (form === null || form.target !== "url" || form.saving) return "there is no URL field";
      return sessionSlice.get(state).receiver.publicUrl === null ? needsTunnel(state) : null;
    },
    run({ store, receiver }) {
      const state = store.get();
      const form = findOverlay(state, "webhook-form");
      const url = form === null ? null : publicAddress(sessionSlice.get(state).receiver, form.url.value);
      if (url !== null) changeOverlay(store, "webhook-form", (open) => insertPublicUrl(open, url));
      else if (canOpenTunnel(state)) return receiver.openTunnel();
      return undefined;
    },
  },
  {
    id: "form.reveal-secret",
    scope: "webhook-form",
    keys: ["ctrl+r"],
    title: "Show or hide the secret",
    run: ({ store }) =>
      changeOverlay(store, "webhook-form", (form) => ({ ...form, secretShown: !form.secretShown })),
  },
  {
    id: "trigger.send",
    scope: "trigger",
    keys: ["enter", "ctrl+s"],
    title: "Trigger the event",
    footerLabel: "trigger",
    run: ({ webhooks }) => webhooks.trigger(),
  },
  {
    id: "trigger.next-field",
    scope: "trigger",
    keys: ["tab", "shift+tab", "up", "down"],
    title: "Go to the other field",
    footerLabel: "field",
    run: ({ store }) =>
      changeOverlay(store, "trigger", (open) => ({
        ...open,
        focus: open.focus === "event" ? "repo" : "event",
      })),
  },
  {
    id: "trigger.next-event",
    scope: "trigger",
    keys: ["right", "space"],
    title: "Select the next event",
    footerLabel: "event",
    disabledReason: (state) =>
      findOverlay(state, "trigger")?.focus === "event" ? null : "this key edits text here",
    run: ({ store }) => changeOverlay(store, "trigger", (open) => chooseEvent(open, 1)),
  },
  {
    id: "trigger.previous-event",
    scope: "trigger",
    keys: ["left"],
    title: "Select the previous event",
    disabledReason: (state) =>
      findOverlay(state, "trigger")?.focus === "event" ? null : "this key edits text here",
    run: ({ store }) => changeOverlay(store, "trigger", (open) => chooseEvent(open, -1)),
  },
  {
    id: "trigger.leave",
    scope: "trigger",
    keys: ["esc"],
    title: "Cancel",
    footerLabel: "cancel",
    run: ({ store }) => store.dispatch(closeOverlay()),
  },
  {
    id: "replay.send",
    scope: "replay",
    keys: ["enter", "ctrl+s"],
    title: "Replay the delivery",
    footerLabel: "replay",
    run: ({ deliveries }) => deliveries.replay(),
  },
  {
    id: "replay.target",
    scope: "replay",
    keys: ["tab", "shift+tab", "up", "down"],
    title: "Choose route or URL",
    footerLabel: "target",
    run: ({ store }) =>
      changeOverlay(store, "replay", (open) => ({
        ...open,
        target: open.target === "route" ? "url" : "route",
        error: null,
      })),
  },
  {
    id: "replay.leave",
    scope: "replay",
    keys: ["esc"],
    title: "Cancel",
    footerLabel: "cancel",
    run: ({ store }) => store.dispatch(closeOverlay()),
  },
];
