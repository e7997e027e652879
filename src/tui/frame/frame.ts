import type { Command } from "../../app/commands/command.ts";
import { layoutOf, minSize } from "../../app/layout.ts";
import type { AppState } from "../../app/slice.ts";
import { topOverlay, navSlice } from "../../app/state/overlays.ts";
import type { Line } from "../../text/line.ts";
import { blank, fitLine, line, span } from "../../text/line.ts";
import { v } from "../../text/visible.ts";
import { wrapWords } from "../../text/wrap.ts";
import type { Floating } from "../dialogs/box.ts";
import { dialog } from "../dialogs/dialog.ts";
import { toastBox } from "../dialogs/toast-box.ts";
import type { Body } from "../screens/body.ts";
import { deliveriesBody } from "../screens/deliveries/deliveries-body.ts";
import { jobsBody } from "../screens/jobs/jobs-body.ts";
import { policiesBody } from "../screens/policies/policies-body.ts";
import { webhooksBody } from "../screens/webhooks/webhooks-body.ts";
import { headerLine } from "./header-line.ts";
import { keyLine } from "./key-line.ts";
import { isTooLong, statusLine, toastOf } from "./status-line.ts";
import { tabLine } from "./tab-line.ts";

/** Everything on the screen: one line per row of the terminal, boxes over it, and the cursor. */
export interface Frame {
  readonly lines: readonly Line[];
  readonly floating: readonly Floating[];
  readonly cursor: { readonly x: number; readonly y: number } | null;
}

/** Draws the state as text; the components only copy it to cells. */
export function frameOf(state: AppState, commands: readonly Command[]): Frame {
  const { columns, rows, bodyRows, tooSmall } = layoutOf(state);
  if (tooSmall) {
    const text = v`hooklens needs ${minSize.columns}x${minSize.rows}; this is ${columns}x${rows}`;
    const wrapped = wrapWords(span(text, "warn"), Math.max(1, columns)).slice(0, rows);
    return { lines: wrapped.map((row) => fitLine(row, columns)), floating: [], cursor: null };
  }
  const body = bodyOf(state);
  const dialogs = navSlice.get(state).dialogs.map((overlay) => dialog(state, overlay, commands));
  const toast = toastOf(state);
  const floatsToast = toast !== undefined && isTooLong(state, toast);
  return {
    lines: [
      headerLine(state),
      tabLine(state),
      line(span(v`${"─".repeat(columns)}`, "muted")),
      ...Array.from({ length: bodyRows }, (_, row) => fitLine(body.lines[row] ?? blank, columns)),
      statusLine(state),
      keyLine(state, commands),
    ],
    floating: floatsToast ? [...dialogs, toastBox(state, toast)] : dialogs,
    cursor: topOverlay(state) === null ? body.cursor : (dialogs.at(-1)?.cursor ?? null),
  };
}

function bodyOf(state: AppState): Body {
  switch (navSlice.get(state).screen) {
    case "webhooks":
      return webhooksBody(state);
    case "deliveries":
      return deliveriesBody(state);
    case "jobs":
      return jobsBody(state);
    case "policies":
      return policiesBody(state);
  }
}
