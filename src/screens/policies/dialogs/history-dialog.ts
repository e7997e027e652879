import type { SealHistory } from "../../../policy-service/seal-methods.ts";
import { line, span } from "../../../text/line.ts";
import { truncate } from "../../../text/truncate.ts";
import { v } from "../../../text/visible.ts";
import { box, contentColumns, contentRows } from "../../../tui/dialogs/box.ts";
import { positionOf, scrollingText } from "../../../tui/list.ts";
import type { Dialog } from "../../../tui/screen.ts";
import { dialogKind } from "../../../tui/state/nav.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import { windowSlice } from "../../../tui/state/window.ts";
import { sealClock } from "../detail/seal-clock.ts";
import { selectedPolicy, shownPage } from "../select/selection.ts";
import { policiesSlice } from "../state/policies.ts";
import { checkCommand, historyLines } from "./seal-history.ts";

/** Dialog with the receipts of the open policy, its changes since, and the proof of a clause. */
export interface SealHistoryDialog {
  readonly kind: "seal-history";
  /** Clause that is proved; null for none. */
  readonly clauseId: string | null;
  readonly history: SealHistory;
  /** First visible line. */
  readonly top: number;
}

export const historyKind = dialogKind<SealHistoryDialog>("seal-history");

function layoutOf(state: AppState, { history, clauseId }: SealHistoryDialog) {
  const width = contentColumns(state, windowSlice.get(state).size.columns);
  const page = shownPage(policiesSlice.get(state));
  const lines =
    page === null
      ? [line(span(v`The policy is gone.`, "warn"))]
      : historyLines(page, history, clauseId, width, sealClock(state));
  return { width, lines, rows: Math.max(1, contentRows(state)) };
}

/** Dialog as high as the window. */
export const sealHistoryDialog: Dialog<SealHistoryDialog> = {
  kind: "seal-history",
  helpTitle: "Receipts of a policy",
  hasListKeys: true,
  showsDisabledReason: true,
  copyText(state, { clauseId }) {
    const page = shownPage(policiesSlice.get(state));
    return page === null ? null : checkCommand(page.path, clauseId);
  },
  list(state, open) {
    const { lines, rows } = layoutOf(state, open);
    return scrollingText(open.top, lines.length, rows, (top) => historyKind.put({ ...open, top }));
  },
  box(state, open) {
    const { width, lines, rows } = layoutOf(state, open);
    const top = Math.max(0, Math.min(open.top, lines.length - rows));
    const name = selectedPolicy(policiesSlice.get(state))?.name ?? "";
    return box(state, {
      title: truncate(v`Seal of ${name}`, Math.max(1, width - 2), { where: "middle" }),
      lines: lines.slice(top, top + rows),
      cursor: null,
      width,
      position: positionOf(top, rows, lines.length),
    });
  },
};
