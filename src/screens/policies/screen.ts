import { type Span, span } from "../../text/line.ts";
import { count, plural } from "../../text/numbers.ts";
import { v } from "../../text/visible.ts";
import { keepInView, type ListModel, viewList } from "../../tui/list.ts";
import { inField, inScreen } from "../../tui/scope.ts";
import { navSlice } from "../../tui/state/nav.ts";
import type { AppState } from "../../tui/state/slice.ts";
import type { AppScreen } from "../context.ts";
import { policiesBody } from "./body.ts";
import { policyCommands } from "./commands.ts";
import { policyDocumentCommands } from "./commands.ts";
import { commentDialog } from "./comment-form.ts";
import { createPoliciesEffects, type PoliciesEffects } from "./effects.ts";
import { policiesLayout } from "./layout.ts";
import {
  currentLine,
  failingPolicies,
  lastFix,
  policiesSlice,
  policiesView,
  selectedClause,
  selectedPolicy,
  setPolicies,
  shownFiles,
  shownPage,
} from "./state.ts";

/** Screen of the policies of a directory. */
export const policiesScreen: AppScreen<PoliciesEffects> = {
  id: "policies",
  title: "Policies",
  key: "3",
  slices: [policiesSlice],
  commands: [...policyCommands, ...policyDocumentCommands, ...commentDialog.commands],
  dialogs: [commentDialog.dialog],
  scopes: [
    { scope: "policies", title: "Policies", outer: inScreen },
    { scope: "policy", title: "Policy", outer: inScreen },
    { scope: "name-filter", title: "Policy filter", outer: inField, hasField: true },
  ],
  start: createPoliciesEffects,
  shown: ({ load }) => load(),
  refresh: ({ effects }) => effects.reread(),
  undo: {
    disabledReason: (state) =>
      navSlice.get(state).screen === "policies" && lastFix(policiesSlice.get(state)) !== null
        ? null
        : "there is no fix to undo",
    run: ({ effects }) => effects.undoFix(),
  },
  scope(state) {
    const { editingFilter, focus } = policiesSlice.get(state);
    return editingFilter ? "name-filter" : focus === "document" ? "policy" : "policies";
  },
  field(state) {
    const { editingFilter, filter } = policiesSlice.get(state);
    if (!editingFilter) return null;
    return { field: filter, put: (changed) => setPolicies({ filter: changed, top: 0 }) };
  },
  list: shownList,
  listAt: shownList,
  click(state, x, y) {
    const policies = policiesSlice.get(state);
    const { sideBySide, listColumns, listRows, documentRows } = policiesLayout(state);
    const isOverDocument = sideBySide ? x > listColumns : policies.focus === "document";
    if (isOverDocument) {
      return selectedPolicy(policies) === null ? [] : [setPolicies({ focus: "document" })];
    }
    const shown = shownFiles(policies);
    const row = y - (documentRows - listRows);
    const clicked = shown[keepInView(policiesView(policies), shown.length, listRows).top + row];
    if (row < 0 || clicked === undefined) return [];
    return [setPolicies({ focus: "list", selectedPath: clicked.path })];
  },
  copyText(state) {
    const policies = policiesSlice.get(state);
    const isOpen = policies.focus === "document";
    return (isOpen ? selectedClause(policies)?.id : selectedPolicy(policies)?.path) ?? null;
  },
  badge(state) {
    const failing = failingPolicies(policiesSlice.get(state));
    return failing === 0 ? null : v`${count(failing)}✗`;
  },
  status,
  body: policiesBody,
};

function shownList(state: AppState): ListModel {
  return policiesSlice.get(state).focus === "document" ? clauseList(state) : policyList(state);
}

function policyList(state: AppState): ListModel {
  const policies = policiesSlice.get(state);
  const shown = shownFiles(policies);
  return viewList(policiesView(policies), shown.length, policiesLayout(state).listRows, (view) =>
    setPolicies({ selectedPath: shown[view.selected]?.path ?? null, top: view.top }),
  );
}

function clauseList(state: AppState): ListModel {
  const policies = policiesSlice.get(state);
  const { cell } = policies;
  const clauses = shownPage(policies)?.clauses.length ?? 0;
  return {
    selected: cell.row,
    count: clauses,
    rows: policiesLayout(state).listRows,
    select(index) {
      const row = Math.max(0, Math.min(index, clauses - 1));
      return setPolicies({ cell: { ...cell, row }, paneTop: 0 });
    },
  };
}

function status(state: AppState): readonly Span[] {
  const policies = policiesSlice.get(state);
  const page = shownPage(policies);
  if (policies.focus === "document" && page !== null) {
    const position = v`${selectedPolicy(policies)?.name ?? ""}:${currentLine(policies)}`;
    const nth = Math.min(policies.finding + 1, page.findings.length);
    const isAtFinding = policies.pane === "findings" && nth > 0;
    const finding = isAtFinding ? v` · finding ${nth} of ${count(page.findings.length)}` : v``;
    return [span(v` ${position}${finding}`, "muted")];
  }
  const waiting = policies.files.filter(({ summary }) => summary === null).length;
  const checking = waiting === 0 ? v`` : v` · checking ${count(waiting)}`;
  const more = policies.isCut ? v` · more files not listed` : v``;
  return [span(v` ${plural(policies.files.length, "policy", "policies")}${checking}${more}`, "muted")];
}
