import { signs } from "../../../policy/signs.ts";
import { wholePolicyLines } from "../../../tables/policy-open-items.ts";
import { blank, type Line, line, span } from "../../../text/line.ts";
import { count } from "../../../text/numbers.ts";
import { v, visible } from "../../../text/visible.ts";
import { wrapWords } from "../../../text/wrap.ts";
import { isPaneShown } from "../../../tui/layout.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import { type Size, windowSlice } from "../../../tui/state/window.ts";
import { policiesArrangement } from "../layout.ts";
import { errorLines } from "../lines/finding-lines.ts";
import { sectionRule } from "../lines/labeled-lines.ts";
import { selectedHeading } from "../list/rows.ts";
import { openItemLines } from "../matrix/open-item-lines.ts";
import { deletedText, selectedPolicy, shownPage } from "../select/selection.ts";
import { policiesSlice } from "../state/policies.ts";

/** Minimum rows below the list for the open items of the selected policy. */
const minRows = 4;

/**
 * Draws the open items of the selected policy in the empty rows of a list without a preview.
 * @param size width, and the empty rows
 */
export function reasonLines(state: AppState, { columns, rows }: Size): readonly Line[] {
  const isPreviewed = windowSlice.get(state).isLinear || isPaneShown(state, policiesArrangement, "matrix");
  if (rows < minRows || isPreviewed || selectedHeading(state) !== null) return [];
  const selected = selectedPolicy(policiesSlice.get(state));
  const lines = reasonsOf(state, columns);
  if (selected === null || lines.length === 0) return [];
  const room = rows - 2;
  const left = lines.length - room + 1;
  const shown =
    lines.length <= room
      ? lines
      : [...lines.slice(0, room - 1), line(span(v`   and ${count(left)} more`, "muted"))];
  return [blank, sectionRule(visible(selected.name), columns), ...shown];
}

/** Returns the reasons one a line; none while the policy is loading. */
function reasonsOf(state: AppState, width: number): readonly Line[] {
  const policies = policiesSlice.get(state);
  const selected = selectedPolicy(policies);
  if (selected === null) return [];
  if (selected.isDeleted === true) {
    return wrapWords(
      span(v` ${signs.deleted} ${deletedText(selected, policies.baseline)}`, "error"),
      width,
      3,
    );
  }
  const page = shownPage(policies);
  if (page === null) return [];
  const isReadable = page.summary.verdict !== "unreadable";
  return isReadable ? openItemLines(page, width, wholePolicyLines(selected)) : errorLines(page, width);
}
