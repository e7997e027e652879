import type { Line } from "../../text/line.ts";
import { blank, fitLine, line, span } from "../../text/line.ts";
import { count } from "../../text/numbers.ts";
import { truncate } from "../../text/truncate.ts";
import { v, visible } from "../../text/visible.ts";
import { wrapWords } from "../../text/wrap.ts";
import { drawField } from "../../tui/components/field.ts";
import { fitColumns, tableHead } from "../../tui/components/table.ts";
import { keySpan } from "../../tui/frame/key-label.ts";
import { frameRows } from "../../tui/layout.ts";
import { keepInView } from "../../tui/list.ts";
import type { Registry } from "../../tui/registry.ts";
import type { Body } from "../../tui/screen.ts";
import type { AppState } from "../../tui/state/slice.ts";
import { windowSlice } from "../../tui/state/window.ts";
import { documentPane } from "./document-pane.ts";
import { policiesLayout } from "./layout.ts";
import { policyColumns, policyRow } from "./row.ts";
import { policiesView, selectedPolicy, shownFiles, shownPage, policiesSlice } from "./state.ts";

/** Draws the Policies screen: the list beside the selected policy, or only the focused one of them. */
export function policiesBody(state: AppState, registry: Registry): Body {
  const { sideBySide, listColumns, documentColumns } = policiesLayout(state);
  const { focus, files } = policiesSlice.get(state);
  const top = topLine(state, listColumns);
  const list = () => [top.line, ...listPane(state, listColumns, registry)];
  const isOpen = focus === "document";
  const caret = top.caret === null || (isOpen && !sideBySide) ? null : { x: top.caret, y: frameRows.above };
  if (sideBySide && files.length > 0) {
    const document = { lines: openPane(state, registry), columns: documentColumns };
    return { panes: [{ lines: list(), columns: listColumns }, document], cursor: caret };
  }
  const lines = isOpen && files.length > 0 ? openPane(state, registry) : list();
  return { panes: [{ lines, columns: windowSlice.get(state).size.columns }], cursor: caret };
}

/** Draws the directory, or the filter while it is edited or set. */
function topLine(state: AppState, width: number): { readonly line: Line; readonly caret: number | null } {
  const { folder, filter, editingFilter, files } = policiesSlice.get(state);
  if (!editingFilter && filter.value === "") {
    const path = visible(folder?.path ?? "");
    const text = folder?.isShipped === true ? v`ten bundled examples; open yours with --policies DIR` : path;
    const where = folder?.isShipped === true ? "end" : "middle";
    return {
      line: line(span(v` ${truncate(text, Math.max(1, width - 2), { where })}`, "muted")),
      caret: null,
    };
  }
  const label = v` filter  `;
  const shown = v`${count(shownFiles(policiesSlice.get(state)).length)} of ${count(files.length)} `;
  const room = Math.max(4, width - label.length - shown.length - 2);
  const { text, caret } = drawField(filter, room);
  const spans = [span(label, editingFilter ? "accent" : "muted"), span(text), span(v`  ${shown}`, "muted")];
  return {
    line: fitLine({ spans }, width),
    caret: editingFilter ? Math.min(label.length + caret, width - 1) : null,
  };
}

function listPane(state: AppState, width: number, registry: Registry): readonly Line[] {
  const policies = policiesSlice.get(state);
  const { listRows } = policiesLayout(state);
  const shown = shownFiles(policies);
  if (shown.length === 0) return emptyList(state, width, registry);
  const columns = fitColumns(policyColumns, width);
  const { selected, top } = keepInView(policiesView(policies), shown.length, listRows);
  const rows = shown
    .slice(top, top + listRows)
    .map((entry, index) => policyRow(entry, columns, width, top + index === selected));
  return [tableHead(columns), ...rows];
}

function emptyList(state: AppState, width: number, registry: Registry): readonly Line[] {
  const policies = policiesSlice.get(state);
  const { folder, files, loadedAtMs, problem } = policies;
  if (files.length > 0) {
    return [
      blank,
      line(
        span(v`  No policies match the filter. Press `, "muted"),
        keySpan(registry, "policies.clear-filter"),
        span(v` to clear it.`, "muted"),
      ),
    ];
  }
  if (problem !== null) {
    return [
      blank,
      ...wrapWords(span(v`  ✗ ${folder?.path ?? ""} cannot be read (${problem}).`, "error"), width, 4),
    ];
  }
  if (loadedAtMs === null) return [blank, line(span(v`  Loading policies…`, "muted"))];
  const how = v`  A policy is a .yaml, .yml or .json file. Run hooklens policy new --vertical healthcare to create one.`;
  return [blank, line(span(v`  No policies yet.`)), ...wrapWords(span(how, "muted"), width, 2)];
}

function openPane(state: AppState, registry: Registry): readonly Line[] {
  const page = shownPage(policiesSlice.get(state));
  if (page !== null) return documentPane(state, page, registry);
  const selected = selectedPolicy(policiesSlice.get(state));
  return selected === null ? [] : [blank, line(span(v`  Loading ${selected.name}…`, "muted"))];
}
