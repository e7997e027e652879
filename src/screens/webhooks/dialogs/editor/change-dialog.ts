import type { Webhook } from "../../../../model/webhook.ts";
import { partChanges, partText } from "../../../../tables/webhook-changes.ts";
import { blank, type Line, line, span, type Tone } from "../../../../text/line.ts";
import { v, visible } from "../../../../text/visible.ts";
import { wrapProse, wrapWords } from "../../../../text/wrap.ts";
import { box, contentColumns, contentRows, dialogColumns } from "../../../../tui/dialogs/box.ts";
import { keySpan } from "../../../../tui/frame/key-label.ts";
import { positionOf, scrollingText } from "../../../../tui/list.ts";
import { act } from "../../../../tui/records/acts.ts";
import type { Registry } from "../../../../tui/records/registry.ts";
import type { Dialog } from "../../../../tui/records/screen.ts";
import type { AppState } from "../../../../tui/state/slice.ts";
import { windowSlice } from "../../../../tui/state/window.ts";
import type { Command } from "../../../app.ts";
import { sessionSlice } from "../../../connection-state.ts";
import { type ConflictPart, conflictParts, type WebhookChangeDialog, webhookChangeKind } from "./change.ts";
import { editAgain, keepTheirs, leaveChange, recreate, sendChange } from "./send-change.ts";
import { unknownTypes } from "./webhook-form.ts";

/** Columns before a value. */
const nameColumns = 9;
const ownerColumns = 7;

/** Dialog that shows the changes of an edited webhook before sending, and conflicts with other changes. */
export const webhookChangeDialog: Dialog<WebhookChangeDialog> = {
  kind: "webhook-change",
  helpTitle: "Change of a webhook",
  showsDisabledReason: true,
  hasListKeys: true,
  list: (state, dialog, registry) =>
    scrollingText(dialog.top, changeLines(state, dialog, registry).length, contentRows(state), (top) =>
      webhookChangeKind.put({ ...dialog, top }),
    ),
  box(state, dialog, registry) {
    const { base, busy, theirs, isGone } = dialog;
    const lines = changeLines(state, dialog, registry);
    const rows = windowSlice.get(state).isLinear ? lines.length : contentRows(state);
    const top = Math.max(0, Math.min(dialog.top, lines.length - rows));
    const position = rows < lines.length ? positionOf(top, rows, lines.length) : v``;
    return box(state, {
      title: isGone
        ? v`Webhook ${base.id} no longer exists`
        : theirs === null
          ? v`Save changes of ${base.id}?`
          : v`Webhook ${base.id} has changed meanwhile`,
      lines: lines.slice(top, top + rows),
      cursor: null,
      width: dialogColumns,
      position: busy ? v`Sending…` : position,
    });
  },
};

function changeLines(state: AppState, dialog: WebhookChangeDialog, registry: Registry): readonly Line[] {
  const { base, mine, theirs, refused, isGone } = dialog;
  const width = contentColumns(state, dialogColumns);
  const { local, name } = sessionSlice.get(state).hub;
  const hub = local ? "the local hub" : name;
  const lines =
    theirs === null ? changeRows(base, mine, width) : conflictRows({ base, theirs, mine }, hub, width);
  const warning = unknownTypes(mine.watched);
  const warned = warning === null ? [] : [blank, ...wrapWords(span(v`▲ ${warning}`, "warn"), width, 2)];
  const error = refused === null ? [] : [blank, ...wrapWords(span(v`✗ ${refused}`, "error"), width, 2)];
  return [...lines, ...warned, ...error, ...(isGone ? goneRows(registry, width) : [])];
}

/** Draws the old and the new value of each changed part. */
function changeRows(base: Webhook, mine: Webhook, width: number): readonly Line[] {
  const status =
    base.status === mine.status ? [] : [{ name: "status", before: base.status, after: mine.status }];
  return [...partChanges(base, mine), ...status].flatMap(({ name, before, after }) => [
    ...valueRows(name, v`- `, visible(before ?? ""), "error", width),
    ...valueRows("", v`+ `, visible(after), "ok", width),
  ]);
}

/** Draws each changed part: the original, theirs and yours. */
function conflictRows(
  { base, theirs, mine }: { readonly base: Webhook; readonly theirs: Webhook; readonly mine: Webhook },
  hub: string,
  width: number,
): readonly Line[] {
  const parts = conflictParts(base, theirs, mine);
  const kept = parts.filter(({ isMine }) => !isMine).map(({ part }) => part);
  const rest = kept.length === 0 ? v`` : v` Sending yours keeps their ${kept.join(" and ")}.`;
  return [
    ...wrapWords(span(v`It was changed on ${hub} since you opened it.${rest}`), width),
    blank,
    ...parts.flatMap((part) => conflictPart(part, { base, theirs, mine }, width)),
  ];
}

function conflictPart(
  { part, isTheirs, isMine }: ConflictPart,
  { base, theirs, mine }: { readonly base: Webhook; readonly theirs: Webhook; readonly mine: Webhook },
  width: number,
): readonly Line[] {
  const name = part === "url" && base.url === null ? "job" : part;
  const was = partText(base, part);
  const changed = (webhook: Webhook) => {
    const text = partText(webhook, part);
    // The values of secrets are not shown.
    return part === "secret" && text === was && text === "set" ? "changed" : text;
  };
  const row = (label: string, owner: string, text: string, tone: Tone) =>
    valueRows(label, v`${owner.padEnd(ownerColumns)}`, visible(text), tone, width);
  return [
    ...row(name, "was", was, "muted"),
    ...row("", "theirs", isTheirs ? changed(theirs) : "unchanged", isTheirs ? "warn" : "muted"),
    ...row("", "yours", isMine ? changed(mine) : "unchanged", isMine ? "ok" : "muted"),
  ];
}

function valueRows(
  name: string,
  sign: Line["spans"][number]["text"],
  text: typeof sign,
  tone: Tone,
  width: number,
) {
  const label = span(v`${name.padEnd(nameColumns)}`);
  const indent = nameColumns + sign.length;
  return wrapProse(line(label, span(v`${sign}${text}`, tone)), width, indent);
}

function goneRows(registry: Registry, width: number): readonly Line[] {
  const key = keySpan(registry, "webhook-change.recreate");
  return wrapProse(line(key, span(v` opens your text as a new webhook with a new ID.`)), width);
}

/** Returns the reason for a disabled command of the dialog, or null. */
function needs(check: (dialog: WebhookChangeDialog) => string | null) {
  return (state: AppState) => {
    const dialog = webhookChangeKind.find(state);
    if (dialog === null) return "no change is shown";
    return dialog.busy ? "the change is being sent" : check(dialog);
  };
}

const needsConflict = needs(({ theirs, isGone }) =>
  isGone ? "the webhook no longer exists" : theirs === null ? "no change of another client is known" : null,
);

export const webhookChangeCommands: readonly Command[] = [
  {
    id: "webhook-change.send",
    scope: "webhook-change",
    ...act("save", "open"),
    title: "Send the shown change",
    footerLabel: "send",
    disabledReason: needs(({ theirs, isGone }) =>
      isGone
        ? "the webhook no longer exists"
        : theirs === null
          ? null
          : "the webhook has changed meanwhile: choose theirs or yours",
    ),
    run: sendChange,
  },
  {
    id: "webhook-change.send-mine",
    scope: "webhook-change",
    ...act("mine"),
    title: "Send your change over theirs",
    footerLabel: "send yours",
    disabledReason: needsConflict,
    run: sendChange,
  },
  {
    id: "webhook-change.keep-theirs",
    scope: "webhook-change",
    ...act("theirs"),
    title: "Keep theirs, drop your change",
    footerLabel: "keep theirs",
    disabledReason: needsConflict,
    run: keepTheirs,
  },
  {
    id: "webhook-change.recreate",
    scope: "webhook-change",
    ...act("create"),
    title: "Create the webhook again",
    footerLabel: "create again",
    disabledReason: needs(({ isGone }) => (isGone ? null : "the webhook still exists")),
    run: recreate,
  },
  {
    id: "webhook-change.edit",
    scope: "webhook-change",
    ...act("edit"),
    title: "Edit the change again",
    footerLabel: "edit again",
    disabledReason: needs(() => null),
    run: editAgain,
  },
  {
    id: "webhook-change.leave",
    scope: "webhook-change",
    ...act("back"),
    title: "Go back without sending",
    footerLabel: "back",
    disabledReason: needs(() => null),
    run: leaveChange,
  },
];
