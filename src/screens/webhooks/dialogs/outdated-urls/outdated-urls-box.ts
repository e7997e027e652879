import { redactUrl } from "../../../../text/credential-names.ts";
import type { Line, Span } from "../../../../text/line.ts";
import { blank, line, span } from "../../../../text/line.ts";
import { count, plural } from "../../../../text/numbers.ts";
import { fit, truncate } from "../../../../text/truncate.ts";
import { type Visible, v, visible } from "../../../../text/visible.ts";
import { wrapWords } from "../../../../text/wrap.ts";
import { box, contentColumns, contentRows, dialogColumns } from "../../../../tui/dialogs/box.ts";
import { shorten } from "../../../../tui/dialogs/shortened.ts";
import { act } from "../../../../tui/records/acts.ts";
import type { Dialog, Floating } from "../../../../tui/records/screen.ts";
import { closeDialog } from "../../../../tui/state/nav.ts";
import type { AppState } from "../../../../tui/state/slice.ts";
import { windowSlice } from "../../../../tui/state/window.ts";
import type { Command } from "../../../app.ts";
import { sessionSlice } from "../../../connection-state.ts";
import { outdatedUrls } from "../../../public-url.ts";
import { shownName } from "../../state/view.ts";
import { webhooksSlice } from "../../state/webhooks.ts";
import type { WebhookUpdate, UpdateState, OutdatedUrlsDialog } from "./outdated-urls.ts";
import { pendingUpdates, outdatedUrlsKind } from "./outdated-urls.ts";
import { askOutdatedUrls, updateUrls } from "./update-urls.ts";

/** Columns of the glyph, the name and the spaces after them. */
const indent = 14;

export const outdatedUrlsRecord: Dialog<OutdatedUrlsDialog> = {
  kind: "stray-webhooks",
  helpTitle: "Old addresses",
  box: outdatedUrlsBox,
};

/** Draws the webhooks with old addresses and their new ones. */
function outdatedUrlsBox(state: AppState, dialog: OutdatedUrlsDialog): Floating {
  const width = contentColumns(state, dialogColumns);
  const { of, updates, updating } = dialog;
  const one = updates.length === 1;
  const senders = one ? "This webhook sends" : `These ${updates.length} webhooks send`;
  const base = URL.parse(updates[0]?.to ?? "")?.origin ?? "";
  const what =
    of === "tunnel"
      ? v`${senders} to an old tunnel URL. Deliveries to it do not arrive.`
      : v`This receiver is at ${base}. ${senders} to another address.`;
  const head = wrapWords(span(what), width);
  const done = updates.filter(({ state: { kind } }) => kind === "updated" || kind === "failed").length;
  return box(state, {
    title: of === "tunnel" ? v`Tunnel URL changed` : v`Update ${one ? v`address` : v`addresses`}?`,
    lines: [...head, blank, ...listed(state, updates, width, contentRows(state) - head.length)],
    cursor: null,
    width: dialogColumns,
    position: updating ? v`Updating… ${count(done)} of ${count(updates.length)} done` : v``,
  });
}

/** Draws as many webhooks as fit, those in progress first, then failed ones. */
function listed(
  state: AppState,
  updates: readonly WebhookUpdate[],
  width: number,
  room: number,
): readonly Line[] {
  const { isLinear } = windowSlice.get(state);
  const weights: Record<UpdateState["kind"], number> = { updating: 0, failed: 1, waiting: 2, updated: 3 };
  const ordered = updates.toSorted((update, other) => weights[update.state.kind] - weights[other.state.kind]);
  const lines: Line[] = [];
  for (const [index, update] of ordered.entries()) {
    const name = shownName(state, update.id);
    const rows = updateRows(update, isLinear ? name : fit(name, indent - 4), width);
    const isLast = index === ordered.length - 1;
    if (!isLinear && index > 0 && lines.length + rows.length + (isLast ? 0 : 1) > room) {
      return [...lines, line(span(v`  and ${count(ordered.length - index)} more`, "muted"))];
    }
    lines.push(...rows);
  }
  return lines;
}

function updateRows({ from, to, state }: WebhookUpdate, name: Visible, width: number): readonly Line[] {
  const room = width - indent;
  const margin = v`${" ".repeat(indent - 2)}`;
  // The old and the new URL differ in their host.
  const url = (text: string) => truncate(visible(redactUrl(text)), room);
  const why = state.kind === "failed" ? shorten(wrapWords(span(visible(state.why), "error"), room)) : [];
  return [
    line(glyph(state), span(v`${name}  `, "muted"), span(url(from))),
    line(span(v`${margin}→ `, "muted"), span(url(to), "accent")),
    ...why.map(({ spans }) => line(span(v`${margin}  `), ...spans)),
  ];
}

function glyph({ kind }: UpdateState): Span {
  switch (kind) {
    case "waiting":
      return span(v`  `);
    case "updating":
      return span(v`⋯ `, "muted");
    case "updated":
      return span(v`✓ `, "ok");
    case "failed":
      return span(v`✗ `, "error");
  }
}

function requireOutdatedUrls(state: AppState): string | null {
  const { receiver } = sessionSlice.get(state);
  if (receiver.tunnel?.state.kind !== "open") return "no tunnel is open";
  return outdatedUrls(receiver, webhooksSlice.get(state).items).length === 0
    ? "no webhook uses an old tunnel URL"
    : null;
}

function updateLabel(state: AppState): string {
  const open = outdatedUrlsKind.find(state);
  if (open === null) return "update";
  const isRetry = open.updates.some(({ state: { kind } }) => kind === "failed");
  return `${isRetry ? "retry" : "update"} ${plural(pendingUpdates(open).length, "webhook")}`;
}

const ignoresKeys = (state: AppState) =>
  outdatedUrlsKind.find(state)?.acceptsKeys === true ? null : "this dialog has just opened";

export const outdatedUrlsCommands: readonly Command[] = [
  {
    id: "tunnel.stray-webhooks",
    scope: "global",
    keys: [],
    title: "Update old tunnel URLs",
    disabledReason: requireOutdatedUrls,
    run: askOutdatedUrls,
  },
  {
    id: "stray-webhooks.update",
    scope: "stray-webhooks",
    ...act("yes"),
    title: "Update all webhooks",
    footerLabel: updateLabel,
    disabledReason: (state) =>
      ignoresKeys(state) ??
      (outdatedUrlsKind.find(state)?.updating === true ? "an update is in progress" : null),
    run: updateUrls,
  },
  {
    id: "stray-webhooks.leave",
    scope: "stray-webhooks",
    ...act("back", "no", "leave"),
    title: "Cancel",
    footerLabel: "cancel",
    disabledReason: ignoresKeys,
    run: ({ store }) => store.dispatch(closeDialog()),
  },
];
