import type { PolicyRow } from "../../tables/policies.ts";
import type { Line } from "../../text/line.ts";
import { type FittedColumn, tableRow } from "../../tui/components/table.ts";

/** Draws a policy as a row. */
export function policyRow(
  policy: PolicyRow,
  columns: readonly FittedColumn<PolicyRow, unknown>[],
  width: number,
  selected: boolean,
): Line {
  return tableRow(columns, width, selected, policy, undefined);
}
