import { policyTable } from "../../tables/policies.ts";
import { type Span, span } from "../../text/line.ts";
import { count, plural } from "../../text/numbers.ts";
import { v } from "../../text/visible.ts";
import { type ListModel, scrollingText } from "../../tui/list.ts";
import type { Registry } from "../../tui/registry.ts";
import { inField, inScreen, inViewer } from "../../tui/scope.ts";
import { navSlice } from "../../tui/state/nav.ts";
import type { AppState } from "../../tui/state/slice.ts";
import type { AppScreen } from "../context.ts";
import { clauseList, clickClause } from "./document/clause-list.ts";
import { documentCommands } from "./document/commands.ts";
import { detailText } from "./document/detail-text.ts";
import { matrixCommands } from "./document/matrix-commands.ts";
import { createPoliciesEffects, type PoliciesEffects } from "./effects.ts";
import { fixCommands } from "./fix/commands.ts";
import { folderCommands } from "./folder/commands.ts";
import { clickPolicy, policyList } from "./folder/list-model.ts";
import { folderSlice } from "./folder/state.ts";
import { detailSize, policiesArrangement } from "./layout.ts";
import { policiesPane } from "./panes.ts";
import { reviewCommands } from "./review/commands.ts";
import { remarkDialog } from "./review/remark-form.ts";
import { lastEntry, reviewSlice } from "./review/state.ts";
import { sourceCommands } from "./source/commands.ts";
import { currentPlace } from "./source/current-place.ts";
import { sourceViewer } from "./source/source-viewer.ts";
import {
  failingPolicies,
  lastFix,
  policiesSlice,
  selectedClause,
  selectedPolicy,
  setPolicies,
  shownPage,
} from "./state.ts";
import { upstreamCommands } from "./upstream/commands.ts";
import { comparisonDialog } from "./upstream/comparison-dialog.ts";
import { upstreamSlice, upstreamTickMs } from "./upstream/state.ts";
import { upstreamDialog } from "./upstream/upstream-dialog.ts";
import { upstreamStatus } from "./upstream/upstream-lines.ts";

/** Screen of the policies of a directory. */
export const policiesScreen: AppScreen<PoliciesEffects> = {
  ...policiesArrangement,
  title: "Policies",
  key: "3",
  slices: [policiesSlice, folderSlice, reviewSlice, upstreamSlice],
  commands: [
    ...folderCommands,
    ...reviewCommands,
    ...matrixCommands,
    ...documentCommands,
    ...fixCommands,
    ...upstreamCommands,
    ...remarkDialog.commands,
    ...sourceCommands,
  ],
  dialogs: [remarkDialog.dialog, upstreamDialog, comparisonDialog],
  scopes: [
    { scope: "policies", title: "Policies", outer: inScreen },
    { scope: "policy", title: "Policy", outer: [...inViewer, ...inScreen] },
    { scope: "name-filter", title: "Policy filter", outer: inField, hasField: true },
  ],
  start: createPoliciesEffects,
  shown: ({ load }) => load(),
  refresh: ({ effects }) => effects.reread(),
  undo: {
    disabledReason: (state) =>
      navSlice.get(state).screen === "policies" && lastChange(state) !== null
        ? null
        : "there is no change to undo",
    async run({ store, effects }) {
      if (lastChange(store.get()) === "fix") await effects.undoFix();
      else await effects.undoReview();
    },
  },
  scope(state) {
    const { editingFilter, focus } = policiesSlice.get(state);
    return editingFilter ? "name-filter" : focus === "list" ? "policies" : "policy";
  },
  field(state) {
    const { editingFilter, filter } = policiesSlice.get(state);
    if (!editingFilter) return null;
    return { field: filter, put: (changed) => setPolicies({ filter: changed, top: 0 }) };
  },
  focusPane: (id) => setPolicies({ focus: id === "list" || id === "matrix" ? id : "detail" }),
  table: policyTable,
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
    return (isOpen ? selectedClause(policies)?.id : selectedPolicy(policies)?.path) ?? null;
  },
  badge(state) {
    const failing = failingPolicies(policiesSlice.get(state));
    return failing === 0 ? null : v`${count(failing)}✗`;
  },
  nextTickMs: upstreamTickMs,
  status: (state, registry) => [...status(state), ...upstreamStatus(state, registry)],
  pane: policiesPane,
};

/** Returns what was done last to the open policy and can be undone: a fix or an entry of its review. */
function lastChange(state: AppState): "fix" | "review" | null {
  const fix = lastFix(policiesSlice.get(state));
  const entry = lastEntry(reviewSlice.get(state), shownPage(policiesSlice.get(state))?.path ?? null);
  if (fix === null) return entry === null ? null : "review";
  return entry === null || entry.atMs < fix.atMs ? "fix" : "review";
}

/** Returns the text below the matrix, which scrolls from the selected finding on. */
function detailList(state: AppState, registry: Registry): ListModel | null {
  const policies = policiesSlice.get(state);
  const page = shownPage(policies);
  if (page === null || policies.pane === "source") return null;
  const { rows } = detailSize(state);
  const { last } = detailText(state, page, detailSize(state), registry);
  return scrollingText(policies.paneTop, last + rows, rows, (paneTop) => setPolicies({ paneTop }));
}

function status(state: AppState): readonly Span[] {
  const policies = policiesSlice.get(state);
  const page = shownPage(policies);
  if (policies.focus !== "list" && page !== null) {
    const position = v`${selectedPolicy(policies)?.name ?? ""}:${currentPlace(policies).line}`;
    const nth = Math.min(policies.finding + 1, page.findings.length);
    const isAtFinding = policies.pane === "findings" && nth > 0;
    const finding = isAtFinding ? v`finding ${nth} of ${count(page.findings.length)} · ` : v``;
    const { clauses, reviewed } = page.summary;
    const review = clauses === 0 ? v`` : v` · ${reviewed} of ${clauses} reviewed`;
    return [span(v` ${finding}${position}${review}`, "muted")];
  }
  if (policies.loadedAtMs === null && policies.problem === null) return [span(v` …`, "muted")];
  const waiting = policies.files.filter(({ summary }) => summary === null).length;
  const checking = waiting === 0 ? v`` : v` · checking ${count(waiting)}`;
  const more = policies.isCut ? v` · more files not listed` : v``;
  return [span(v` ${plural(policies.files.length, "policy", "policies")}${checking}${more}`, "muted")];
}
