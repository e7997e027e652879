import { line, span, type Line } from "../../../../text/line.ts";
import { count, plural } from "../../../../text/numbers.ts";
import { v } from "../../../../text/visible.ts";
import { wrapWords } from "../../../../text/wrap.ts";
import { progressBar } from "../../../../tui/components/progress-bar.ts";
import { box, contentColumns, dialogColumns } from "../../../../tui/dialogs/box.ts";
import { act } from "../../../../tui/records/acts.ts";
import type { Dialog } from "../../../../tui/records/screen.ts";
import { dialogKind } from "../../../../tui/state/nav.ts";
import { windowSlice } from "../../../../tui/state/window.ts";
import type { WebhooksCommand } from "../../running.ts";

/** Dialog with the progress of many triggers. */
export interface TriggerRun {
  readonly kind: "trigger-run";
  /** Event and repo, for texts. */
  readonly name: string;
  /** Number of events to trigger. */
  readonly total: number;
  readonly done: number;
  /** Number of dispatches so far. */
  readonly dispatches: number;
  /** Dispatches over the quotas of their webhooks. */
  readonly overQuota: number;
}

export const triggerRunKind = dialogKind<TriggerRun>("trigger-run");

export const triggerRunDialog: Dialog<TriggerRun> = {
  kind: "trigger-run",
  helpTitle: "Progress of triggers",
  box(state, run) {
    const width = contentColumns(state, dialogColumns);
    return box(state, {
      title: v`Trigger ${plural(run.total, "event")}`,
      lines: runLines(run, width, windowSlice.get(state).isLinear),
      cursor: null,
      width: dialogColumns,
    });
  },
};

function runLines(run: TriggerRun, width: number, isLinear: boolean): readonly Line[] {
  const { name, total, done } = run;
  return [
    ...wrapWords(span(v`Triggering ${name}`), width),
    ...(isLinear ? [] : [line(...progressBar(done / total, width))]),
    ...wrapWords(span(v`${runText(run)}`), width),
  ];
}

/** Formats the counts: `12 of 100 events, 24 dispatches`. */
export function runText({ total, done, dispatches, overQuota }: TriggerRun): string {
  const over = overQuota === 0 ? "" : `, ${count(overQuota)} over the quota: not sent`;
  return `${count(done)} of ${plural(total, "event")}, ${plural(dispatches, "dispatch", "dispatches")}${over}`;
}

export const triggerRunCommands: readonly WebhooksCommand[] = [
  {
    id: "trigger-run.cancel",
    scope: "trigger-run",
    ...act("back"),
    title: "Cancel the remaining triggers",
    footerLabel: "cancel",
    run: ({ running }) => running.triggers.abort(),
  },
];
