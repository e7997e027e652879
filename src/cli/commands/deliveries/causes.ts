import type { CauseExample, FailureCause } from "../../../model/failure-cause.ts";
import { printTime } from "../../../tables/values.ts";
import { type Line, span } from "../../../text/line.ts";
import { count } from "../../../text/numbers.ts";
import { type Visible, v, visible } from "../../../text/visible.ts";
import { type Column, tableLines } from "../../output/table.ts";

/** Formats failures by their cause, largest group first. */
export function causesTable(
  causes: readonly FailureCause[],
  width: number | null,
): readonly (Line | Visible)[] {
  return causes.length === 0 ? [v`No matching failures.`] : tableLines(columns, causes, width);
}

const columns: readonly Column<FailureCause>[] = [
  { title: v`COUNT`, align: "right", cell: (cause) => span(v`${count(cause.count)}`) },
  { title: v`REASON`, cut: true, cell: ({ cause }) => span(visible(cause ?? "-"), "error") },
  { title: v`OLDEST`, cell: ({ oldest }) => span(exampleText(oldest), "muted") },
  { title: v`NEWEST`, cell: ({ newest }) => span(exampleText(newest), "muted") },
];

function exampleText({ seq, receivedAt }: CauseExample): Visible {
  return v`#${seq} ${printTime(receivedAt)}`;
}
