import type { AppState } from "../../tui/state/slice.ts";
import { changeCell, shownChanges, sinceText } from "./select/changes.ts";
import {
  allPolicies,
  deletedText,
  isGeneralSelected,
  selectedAxis,
  selectedFinding,
  selectedPart,
  selectedPolicy,
  shownPage,
} from "./select/selection.ts";
import { policiesSlice } from "./state/policies.ts";

const shipped = "bundled policies are read-only; copy them to a directory and open it with --policies";

export const requirePolicies = (state: AppState) =>
  allPolicies(policiesSlice.get(state)).length === 0 ? "there are no policies" : null;

export const requirePage = (state: AppState) => {
  const policies = policiesSlice.get(state);
  if (shownPage(policies) !== null) return null;
  const selected = selectedPolicy(policies);
  return selected?.isDeleted === true
    ? deletedText(selected, policies.baseline)
    : "the policy is still loading";
};

export const requireReadable = (state: AppState) =>
  requirePage(state) ??
  (shownPage(policiesSlice.get(state))?.facts === null ? "this policy cannot be read" : null);

export const requireFinding = (state: AppState) =>
  requirePage(state) ??
  (selectedFinding(policiesSlice.get(state)) === null ? "this policy has no findings" : null);

/** Returns why there is nothing to review: neither a clause nor the general provisions are selected. */
export const requirePart = (state: AppState) => {
  const policies = policiesSlice.get(state);
  const page = shownPage(policies);
  if (page === null) return requirePage(state);
  if (selectedAxis(policies) !== null) return "an axis is selected, not a clause";
  const change = shownChanges(page)[policies.change];
  const isAtChange = policies.focus === "detail" && policies.pane === "diff";
  if (isAtChange && change !== undefined && changeCell(page, change) === null)
    return "the selected change is in no clause";
  const part = selectedPart(policies);
  if (part === null) return "this policy has no readable clause";
  if (part.id === null) return "this clause has no readable ID";
  return part.hash === null ? "this clause has no canonical form" : null;
};

export const requireClause = (state: AppState) =>
  isGeneralSelected(policiesSlice.get(state))
    ? "the general provisions are selected, not a clause"
    : requirePart(state);

export const requireOwnFile = (state: AppState) =>
  policiesSlice.get(state).folder?.isShipped === true ? shipped : null;

export const requireChange = (state: AppState) => {
  const page = shownPage(policiesSlice.get(state));
  if (page === null) return requirePage(state);
  return shownChanges(page).length === 0 ? `nothing changed ${sinceText(page.compared)}` : null;
};

export const requireFix = (state: AppState) =>
  requireFinding(state) ??
  (selectedFinding(policiesSlice.get(state))?.fix === null
    ? "this finding has no automatic fix"
    : requireOwnFile(state));

export const requireSafeFix = (state: AppState) =>
  requireFinding(state) ??
  ((shownPage(policiesSlice.get(state))?.findings ?? []).every(({ fix }) => fix?.safe !== true)
    ? "no finding has a safe fix"
    : requireOwnFile(state));
