import { signs } from "../../policy/signs.ts";
import type { PolicySummary } from "../../policy/summary.ts";
import { type Span, span } from "../../text/line.ts";
import { count, plural } from "../../text/numbers.ts";
import { v, type Visible } from "../../text/visible.ts";
import type { Registry } from "../../tui/records/registry.ts";
import type { Place } from "../../tui/records/screen.ts";
import { inField, inScreen, inViewer } from "../../tui/scope.ts";
import { navSlice } from "../../tui/state/nav.ts";
import type { AppState } from "../../tui/state/slice.ts";
import type { AppScreen } from "../app.ts";
import { namedPlaces } from "../named-places.ts";
import { compareCommands } from "./actions/compare.ts";
import { documentCommands } from "./actions/document.ts";
import { fixCommands, undoFix } from "./actions/fix.ts";
import { folderCommands } from "./actions/list.ts";
import { matrixCommands } from "./actions/matrix.ts";
import { discussionCommands, reviewCommands } from "./actions/review.ts";
import { sealCommands } from "./actions/seal.ts";
import { sourceCommands } from "./actions/source.ts";
import { lastChange, requireLastChange } from "./actions/undo.ts";
import { upstreamCommands } from "./actions/upstream.ts";
import { refusedWhilePending, whatIfCommands, whatIfDialogs } from "./actions/what-if.ts";
import { dayTickMs } from "./detail/seal-lines.ts";
import { currentPlace, sourceViewer } from "./detail/source-viewer.ts";
import { compareDialog, folderFormDialog } from "./dialogs/compare-form.ts";
import { folderDialog } from "./dialogs/folder-changes.ts";
import { remarkDialog, saveEarlier } from "./dialogs/remark-form.ts";
import { reviewExportCommands, reviewExportDialog } from "./dialogs/review-export.ts";
import { sealHistoryDialog } from "./dialogs/seal-history.ts";
import { sealDialog } from "./dialogs/seal.ts";
import { comparisonDialog, upstreamDialog, upstreamStatus } from "./dialogs/upstream.ts";
import { askBeforeLeaving } from "./dialogs/what-if-question.ts";
import { policiesArrangement } from "./layout.ts";
import { stateSuggestions } from "./list/suggestions.ts";
import { shownTable, sortColumns } from "./list/table.ts";
import { openItemText } from "./matrix/open-item-lines.ts";
import { whatIfNotice } from "./notice.ts";
import { takeBackChange } from "./operations/pending-changes.ts";
import { undoEntry } from "./operations/review-entries.ts";
import { clauseList, clickClause, clickPolicy, detailList, policyList } from "./panes/lists.ts";
import { policiesPane } from "./panes/panes.ts";
import type { PoliciesApp, PoliciesRunning } from "./running.ts";
import { shownChanges } from "./select/changes.ts";
import type { PoliciesState } from "./select/policies-state.ts";
import {
  allPolicies,
  failingPolicies,
  selectedChange,
  selectedPart,
  selectedPolicy,
  shownFiles,
  shownPage,
} from "./select/selection.ts";
import { startPolicies } from "./start.ts";
import { policiesSlice, setPolicies } from "./state/policies.ts";
import { reviewSlice } from "./state/review.ts";
import { upstreamSlice, upstreamTickMs } from "./state/upstream.ts";
import { pendingChange, whatIfSlice } from "./state/what-if.ts";

/** Screen of the policies of a directory. */
export const policiesScreen: AppScreen<PoliciesRunning> = {
  ...policiesArrangement,
  places: policyPlaces,
  loadPlaces: ({ running }) => running.load(),
  slices: [policiesSlice, reviewSlice, whatIfSlice, upstreamSlice],
  commands: [
    ...folderCommands,
    // The footer shows those that fit, in this order.
    ...refusedWhilePending(reviewCommands),
    ...matrixCommands,
    ...whatIfCommands,
    ...compareCommands,
    ...documentCommands,
    ...refusedWhilePending(discussionCommands),
    ...compareDialog.commands,
    ...folderFormDialog.commands,
    ...refusedWhilePending(fixCommands),
    ...upstreamCommands,
    ...refusedWhilePending(sealCommands),
    ...remarkDialog.commands,
    saveEarlier,
    ...refusedWhilePending(reviewExportCommands),
    ...reviewExportDialog.commands,
    ...sourceCommands,
  ],
  dialogs: [
    compareDialog.dialog,
    folderFormDialog.dialog,
    folderDialog,
    remarkDialog.dialog,
    reviewExportDialog.dialog,
    ...whatIfDialogs,
    upstreamDialog,
    comparisonDialog,
    sealDialog,
    sealHistoryDialog,
  ],
  scopes: [
    { scope: "policies", title: "Policies", outer: inScreen },
    {
      scope: "policy",
      title: "Policy",
      outer: [...inViewer, ...inScreen],
      enteredBy: "policies.open",
    },
    { scope: "name-filter", title: "Policy filter", outer: inField, hasField: true },
  ],
  start: startPolicies,
  shown: ({ running }) => running.load(),
  refresh: checkAgain,
  undo: {
    disabledReason: (state) =>
      navSlice.get(state).screen === "policies" ? requireLastChange(state) : "there is no change to undo",
    async run(app) {
      const change = lastChange(app.store.get());
      if (change === null) return;
      if (change.kind === "what-if") takeBackChange(app);
      else if (change.kind === "fix") await undoFix(app, change.fix);
      else await undoEntry(app, change.saved);
    },
  },
  unsaved: askBeforeLeaving,
  notice: whatIfNotice,
  scope(state) {
    const { editingFilter, focus } = policiesSlice.get(state);
    return editingFilter ? "name-filter" : focus === "list" ? "policies" : "policy";
  },
  field(state) {
    const { editingFilter, filter } = policiesSlice.get(state);
    if (!editingFilter) return null;
    return {
      field: filter,
      put: (changed) => setPolicies({ filter: changed, suggestions: { chosen: null }, top: 0 }),
    };
  },
  suggestions: stateSuggestions,
  focusPane: (id) => setPolicies({ focus: id === "list" || id === "matrix" ? id : "detail" }),
  table: shownTable,
  sortColumns: (state) => sortColumns(state, shownFiles(policiesSlice.get(state))),
  listIn(state, id, registry) {
    if (id === "list") return policyList(state);
    if (id === "matrix") return clauseList(state);
    return id === "detail" ? detailList(state, registry) : null;
  },
  viewer: (state, id) => (id === "detail" ? sourceViewer(state) : null),
  click(state, id, { y }) {
    if (id === "matrix") return clickClause(state, y);
    return id === "list" ? clickPolicy(state, y) : [];
  },
  copyText(state) {
    const policies = policiesSlice.get(state);
    const isOpen = policies.focus !== "list";
    return (isOpen ? selectedPart(policies)?.id : selectedPolicy(policies)?.path) ?? null;
  },
  badge(state) {
    const failing = failingPolicies(policiesSlice.get(state));
    const marks = [
      ...(failing === 0 ? [] : [v`${count(failing)}${signs.error}`]),
      ...(pendingChange(state) === null ? [] : [v`*`]),
    ];
    return marks.length === 0 ? null : v`${marks.join(" ")}`;
  },
  nextTickMs: (state, nowMs) => Math.min(upstreamTickMs(state, nowMs), dayTickMs(state)),
  status: (state, registry) => [...status(state, registry), ...upstreamStatus(state, registry)],
  pane: policiesPane,
};

/** Checks every file again, including unchanged ones. */
function checkAgain({ store, running }: PoliciesApp): void {
  const { files } = policiesSlice.get(store.get());
  store.dispatch(setPolicies({ files: files.map((file) => ({ ...file, stamp: "" })) }));
  running.load();
}

/** Formats `finding 2 of 5 · `; empty for none. */
function nthText(name: string, index: number | null, all: number): Visible {
  return all === 0 || index === null ? v`` : v`${name} ${Math.min(index + 1, all)} of ${count(all)} · `;
}

/** Sums the approved parts of all policies: ` · 7 of 118 parts approved`. */
function approvedText({ files }: PoliciesState): Visible {
  const sum = (of: (summary: PolicySummary) => number) =>
    files.reduce((total, { summary }) => total + (summary === null ? 0 : of(summary)), 0);
  const parts = sum((summary) => summary.parts);
  return parts === 0
    ? v``
    : v` · ${count(sum(({ approved }) => approved))} of ${plural(parts, "part")} approved`;
}

function status(state: AppState, registry: Registry): readonly Span[] {
  const policies = policiesSlice.get(state);
  const page = shownPage(policies);
  if (policies.focus !== "list" && page !== null) {
    const position = v`${selectedPolicy(policies)?.name ?? ""}:${currentPlace(policies).line}`;
    const open = openItemText(policies, page, registry);
    const item =
      open !== null
        ? v`${open} · `
        : policies.pane === "findings"
          ? nthText("finding", policies.finding, page.findings.length)
          : policies.pane === "diff"
            ? nthText("change", selectedChange(policies), shownChanges(page).length)
            : v``;
    const { parts, approved } = page.summary;
    const review = parts === 0 ? v`` : v` · ${approved} of ${parts} approved`;
    return [span(v` ${item}${position}${review}`, "muted")];
  }
  if (policies.loadedAtMs === null && policies.problem === null) return [span(v` …`, "muted")];
  const waiting = policies.files.filter(({ summary }) => summary === null).length;
  const checking = waiting === 0 ? v`` : v` · checking ${count(waiting)}`;
  const more = policies.isCut ? v` · more files not listed` : v``;
  const { length: deleted } = policies.deleted;
  const gone = deleted === 0 ? v`` : v`, ${count(deleted)} deleted`;
  const all = plural(policies.files.length, "policy", "policies");
  return [span(v` ${all}${gone}${checking}${more}${approvedText(policies)}`, "muted")];
}

/** Returns the policies whose path contains a query. */
function policyPlaces(state: AppState, query: string): readonly Place[] {
  const files = allPolicies(policiesSlice.get(state)).filter(({ isDeleted }) => isDeleted !== true);
  return namedPlaces(files, query, ({ name, path }) => ({
    title: name,
    command: "policies.show",
    argument: path,
  }));
}
