import { checkWebhook } from "../../../checks/check-webhook.ts";
import { type CheckId, checkIds, type WebhookCheck, type CheckResult } from "../../../checks/check.ts";
import type { WebhookFacts } from "../../../checks/facts.ts";
import type { Fix } from "../../../checks/fix.ts";
import { groupChecks, type CheckGroup } from "../../../checks/group-checks.ts";
import { type Line, line, type Span, span } from "../../../text/line.ts";
import { padEnd } from "../../../text/truncate.ts";
import { type Visible, v, visible } from "../../../text/visible.ts";
import { wrapWords } from "../../../text/wrap.ts";
import { box, contentColumns, contentRows, dialogColumns } from "../../../tui/dialogs/box.ts";
import { listRow } from "../../../tui/dialogs/list-box.ts";
import { shortenAll } from "../../../tui/dialogs/shortened.ts";
import { keyOf } from "../../../tui/frame/key-label.ts";
import { type ListView, keepInView, viewList } from "../../../tui/list.ts";
import type { Registry } from "../../../tui/records/registry.ts";
import type { Dialog, Floating } from "../../../tui/records/screen.ts";
import { dialogKind } from "../../../tui/state/nav.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import { windowSlice } from "../../../tui/state/window.ts";
import { webhookName } from "../state/view.ts";
import { fixSentence } from "./fix-text.ts";

/** Dialog with the checks of a webhook. */
export interface HealthDialog {
  readonly kind: "webhook-health";
  readonly webhookId: string;
  /** Known facts; null before the first. */
  readonly facts: WebhookFacts | null;
  /** Last check with known facts, or null. */
  readonly settled: CheckId | null;
  /** Reason for stopped checks, or null. */
  readonly error: string | null;
  /** Position of the list; null while it follows the first failed check. */
  readonly view: ListView | null;
}

export const healthKind = dialogKind<HealthDialog>("webhook-health");

export function healthDialog(webhookId: string): HealthDialog {
  return { kind: "webhook-health", webhookId, facts: null, settled: null, error: null, view: null };
}

/** Returns the checks with a result, in order. */
function settledChecks({ facts, settled }: HealthDialog): readonly WebhookCheck[] {
  if (facts === null || settled === null) return [];
  return checkWebhook(facts).slice(0, checkIds.indexOf(settled) + 1);
}

/** Returns the rows of the list. */
function checkRows(dialog: HealthDialog): readonly CheckGroup[] {
  return groupChecks(settledChecks(dialog));
}

/** Returns true if all checks have a result, or the rest cannot get one. */
export function isDone({ settled, error }: HealthDialog): boolean {
  return error !== null || settled === checkIds.at(-1);
}

/** Returns the first failed check, otherwise the first warning, otherwise the first doubt with a fix; null if there is neither. */
function decisiveCheck(dialog: HealthDialog): WebhookCheck | null {
  const checks = settledChecks(dialog);
  const failed = checks.find(({ result }) => result === "failed");
  if (failed !== undefined || !isDone(dialog)) return failed ?? null;
  return (
    checks.find(({ result }) => result === "warning") ??
    checks.find(({ result, fix }) => result === "unknown" && fix !== null) ??
    null
  );
}

/** Returns the fix of the dialog; null if there is none. */
export function dialogFix(dialog: HealthDialog): Fix | null {
  return decisiveCheck(dialog)?.fix ?? null;
}

/** Returns the selected row. */
function healthView(dialog: HealthDialog): ListView {
  if (dialog.view !== null) return dialog.view;
  const decisive = decisiveCheck(dialog);
  const rows = checkRows(dialog);
  const selected =
    decisive === null
      ? Math.max(0, rows.filter(({ check }) => check !== null).length - 1)
      : rows.findIndex(({ ids }) => ids.includes(decisive.id));
  return { selected, top: 0 };
}

/** Rows of the text below the list. */
const noteRows = 5;

/** Columns of the title of a check. */
const titleColumns = 13;

export const healthDialogRecord: Dialog<HealthDialog> = {
  kind: "webhook-health",
  helpTitle: "Checks of a webhook",
  hasListKeys: true,
  showsDisabledReason: true,
  list: (state, dialog) =>
    viewList(healthView(dialog), checkRows(dialog).length, listRows(state, dialog), (view) =>
      healthKind.put({ ...dialog, view }),
    ),
  copyText: (_, dialog) => settledChecks(dialog).map(checkLine).join("\n"),
  box: healthBox,
};

function checkLine({ title, result, detail }: WebhookCheck): string {
  return `${result}: ${title}. ${detail}`;
}

/** Returns the visible rows of the list, above the text. */
function listRows(state: AppState, dialog: HealthDialog): number {
  const { length } = checkRows(dialog);
  if (windowSlice.get(state).isLinear) return length;
  return Math.max(2, Math.min(length, contentRows(state) - noteRows));
}

function healthBox(state: AppState, dialog: HealthDialog, registry: Registry): Floating {
  const width = contentColumns(state, dialogColumns);
  const rows = listRows(state, dialog);
  const groups = checkRows(dialog);
  const view = keepInView(healthView(dialog), groups.length, rows);
  const running = isDone(dialog) ? undefined : groups.find(({ check }) => check === null);
  const listed = groups
    .slice(view.top, view.top + rows)
    .map((each, row) =>
      listRow(checkRow(state, each, each === running), view.top + row === view.selected, width),
    );
  const notes = notesOf(state, dialog, groups[view.selected]?.check ?? undefined, registry).map((text) =>
    wrapWords(text, width),
  );
  const lines = [...listed, line(span(v``)), ...shortenAll(notes, noteRows - 1)];
  return box(state, {
    title: v`Why does nothing arrive? · ${webhookName(state, dialog.webhookId) ?? dialog.webhookId}`,
    lines,
    cursor: null,
    width: dialogColumns,
    focus: [view.selected - view.top, view.selected - view.top],
    rows: { line: 0, first: view.top, count: listed.length },
    position: progress(dialog),
    // The box stays in its place while rows fold.
    placedRows: Math.min(checkIds.length, contentRows(state) - noteRows) + noteRows,
  });
}

/** @param isRunning true while the check's result is awaited */
function checkRow(state: AppState, { check, title }: CheckGroup, isRunning: boolean): Line {
  if (check === null) {
    return line(span(v`${isRunning ? "⋯" : " "} ${title}`, "muted"));
  }
  const [glyph, tone] = glyphOf(state, check.result);
  const isQuiet = check.result === "skipped";
  return line(
    span(v`${glyph} `, tone),
    span(v`${padEnd(visible(title), titleColumns)} `, isQuiet ? "muted" : "plain"),
    span(visible(check.detail), check.result === "failed" ? "error" : "muted"),
  );
}

/** Returns the glyph of a result; a word where a screen reader does not read the glyph. */
function glyphOf(state: AppState, result: CheckResult): readonly [glyph: Visible, tone: Span["tone"]] {
  const isSpoken =
    windowSlice.get(state).isLinear && (result === "skipped" || result === "unknown" || result === "warning");
  const [glyph, tone] = glyphs[result];
  return [isSpoken ? visible(result) : glyph, tone];
}

const glyphs: Readonly<Record<CheckResult, readonly [glyph: Visible, tone: Span["tone"]]>> = {
  ok: [v`✓`, "ok"],
  warning: [v`▲`, "warn"],
  failed: [v`✗`, "error"],
  unknown: [v`?`, "warn"],
  skipped: [v`–`, "muted"],
};

/** Returns the sentences below the list: the selected check, and the fix of the failure. */
function notesOf(
  state: AppState,
  dialog: HealthDialog,
  selected: WebhookCheck | undefined,
  registry: Registry,
): readonly Span[] {
  const decisive = decisiveCheck(dialog);
  const shown = selected ?? decisive;
  const fix = decisive?.fix ?? null;
  // The fix belongs to the first failure, which need not be selected.
  const subject = decisive === null || shown?.id === decisive.id ? "" : `${decisive.title} `;
  return [
    ...(dialog.error === null ? [] : [span(v`✗ ${dialog.error}`, "error")]),
    ...(shown === null ? [] : [span(visible(shown.detail), shown.result === "failed" ? "error" : "plain")]),
    ...(fix === null
      ? []
      : [span(v`${subject}${fixSentence(state, fix, keyOf(registry, "webhook-health.cure"))}`, "accent")]),
  ];
}

/** Describes the result of the checks in a few words. */
function progress(dialog: HealthDialog): Visible {
  const count = settledChecks(dialog).length;
  const decisive = decisiveCheck(dialog);
  const first = decisive?.result === "failed" ? v`✗ ${decisive.title}` : null;
  if (!isDone(dialog)) return v`${first ?? v`checking`} · ${count} of ${checkIds.length}`;
  if (dialog.error !== null) return v`stopped after ${count} of ${checkIds.length}`;
  if (decisive?.result === "warning") return v`nothing fails · ▲ ${decisive.title}`;
  return first === null ? v`nothing fails` : v`first failure: ${decisive?.title ?? ""}`;
}
