import type { PolicyPage } from "../../../policy-service/policy-page.ts";
import { act } from "../../../tui/records/acts.ts";
import { type App, type Command, internal } from "../../../tui/records/command.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import { atLine, settled } from "../../../tui/viewer/moves.ts";
import type { PaneViewer } from "../../../tui/viewer/pane-viewer.ts";
import { sourceViewer } from "../detail/source-viewer.ts";
import { requireReadable } from "../disabled-reasons.ts";
import { shownPage } from "../select/selection.ts";
import { cellAtLine, positionId, sourceLines } from "../select/source.ts";
import { findingSelected, paneShown, policiesSlice, setPolicies } from "../state/policies.ts";

function openSource(state: AppState): { readonly page: PolicyPage; readonly viewer: PaneViewer } | null {
  const page = shownPage(policiesSlice.get(state));
  const viewer = sourceViewer(state);
  return page === null || viewer === null ? null : { page, viewer };
}

/** Selects the cell of a source line, without scrolling the source. */
function goToCell({ store }: App, line: number): void {
  const source = openSource(store.get());
  if (source === null) return;
  const { page, viewer } = source;
  const cell = cellAtLine(page, sourceLines(page).folds, line, policiesSlice.get(store.get()).cell.column);
  if (cell === null) return;
  const of = positionId({ page, cell });
  store.dispatch(setPolicies({ cell, viewer: { ...viewer.state, of } }));
}

/**
 * Goes to the next or previous finding from the cursor of the source, cyclically.
 * @returns false if the source is not shown
 */
export function goToFindingInSource({ store }: App, step: 1 | -1): boolean {
  const source = openSource(store.get());
  if (source === null) return false;
  const { page, viewer } = source;
  const { cursor } = settled(viewer.state, viewer.content, viewer.size);
  const last = viewer.content.count - 1;
  const places = page.findings
    .map(({ line }, index) => ({ index, line: Math.min(line - 1, last) }))
    .toSorted((one, other) => one.line - other.line);
  const next =
    step === 1
      ? (places.find(({ line }) => line > cursor) ?? places[0])
      : (places.findLast(({ line }) => line < cursor) ?? places.at(-1));
  if (next === undefined) return true;
  store.dispatch(findingSelected(next.index));
  const { cell } = policiesSlice.get(store.get());
  const at = atLine(next.line)(viewer.state, viewer.content, viewer.size);
  store.dispatch(setPolicies({ viewer: { ...at, of: positionId({ page, cell }) } }));
  return true;
}

/** Folds every clause, or unfolds everything if something is folded. */
function toggleClauseFolds({ store }: App): void {
  const source = openSource(store.get());
  if (source === null) return;
  const { page, viewer } = source;
  const { folds } = sourceLines(page);
  const clauses = page.clauses
    .map(({ line }) => line - 1)
    .filter((line) => (folds.ends[line] ?? line) > line);
  const folded = viewer.state.folded.length > 0 ? [] : clauses;
  store.dispatch(viewer.put(settled({ ...viewer.state, folded }, viewer.content, viewer.size)));
}

/** Commands of the source of a policy. */
export const sourceCommands: readonly Command[] = [
  {
    id: "policy.search",
    scope: "policy",
    ...act("filter"),
    title: "Search in the source",
    disabledReason: requireReadable,
    run({ store, run }) {
      if (sourceViewer(store.get()) === null) store.dispatch(paneShown("source"));
      run("viewer.search");
    },
  },
  {
    id: "policy.go-to-line",
    scope: internal,
    keys: [],
    title: "Select a line's cell",
    run: (app, line) => goToCell(app, Number(line)),
  },
  {
    id: "policy.fold-clauses",
    scope: "policy",
    ...act("moreGroups"),
    title: "Fold or unfold all clauses",
    disabledReason: (state) => (sourceViewer(state) === null ? "the source is not shown" : null),
    run: toggleClauseFolds,
  },
];
