import { textFilterCommands } from "../../../tui/commands/text-filter.ts";
import { act } from "../../../tui/records/acts.ts";
import { type Command, internal } from "../../../tui/records/command.ts";
import { zoomed } from "../../../tui/state/layout.ts";
import { showScreen } from "../../../tui/state/nav.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import type { Store } from "../../../tui/state/store.ts";
import { requirePolicies } from "../disabled-reasons.ts";
import { folderOf, selectedHeading } from "../list/rows.ts";
import { stateSuggestions } from "../list/suggestions.ts";
import { sortedAxis } from "../list/table.ts";
import { allPolicies, deletedText, selectedPolicy, shownPage } from "../select/selection.ts";
import { folderFolded, folderSlice, groupingToggled, heatMapToggled } from "../state/list.ts";
import { policiesSlice, setPolicies } from "../state/policies.ts";

/** Returns the reason why the selected row cannot be opened, or null. */
function requireFile(state: AppState): string | null {
  const policies = policiesSlice.get(state);
  const policy = selectedPolicy(policies);
  if (policy === null) return "no policy is selected";
  const isFile = policy.isDeleted !== true || selectedHeading(state) !== null;
  return isFile ? null : deletedText(policy, policies.baseline);
}

function requireSubfolders(state: AppState): string | null {
  const files = allPolicies(policiesSlice.get(state));
  const [first] = files;
  const isOne = first === undefined || files.every((file) => folderOf(file) === folderOf(first));
  return isOne ? "all policies are in one directory" : null;
}

/** Commands of the policy list. */
export const folderCommands: readonly Command[] = [
  {
    id: "policies.open",
    scope: "policies",
    ...act("open", "right"),
    title: "Open the selected policy",
    footerLabel: "open",
    disabledReason: requireFile,
    run({ store }) {
      const heading = selectedHeading(store.get());
      if (heading !== null) {
        store.dispatch(setPolicies({ heading: heading.folder }));
        store.dispatch(folderFolded(heading.folder, !heading.isFolded));
        return;
      }
      openPolicy(store, selectedPolicy(policiesSlice.get(store.get()))?.path ?? null);
    },
  },
  {
    id: "policies.show",
    scope: internal,
    keys: [],
    title: "Show a policy",
    run({ store }, path = "") {
      store.dispatch(showScreen("policies"));
      openPolicy(store, path);
    },
  },
  {
    id: "policies.heat-map",
    scope: "policies",
    ...act("view"),
    title: "Show the heat map or list",
    footerLabel: "heat map",
    disabledReason: requirePolicies,
    run: ({ store }) => store.dispatch(heatMapToggled()),
  },
  {
    id: "policies.group",
    scope: "policies",
    ...act("moreGroups"),
    title: "Toggle grouping by subdirectory",
    footerLabel: "group",
    disabledReason: requireSubfolders,
    run: ({ store }) => store.dispatch(groupingToggled()),
  },
  {
    id: "policies.fold",
    scope: "policies",
    ...act("left"),
    title: "Fold the subdirectory",
    disabledReason: (state) =>
      folderSlice.get(state).isGrouped ? requireSubfolders(state) : "the list is not grouped",
    run({ store }) {
      const selected = selectedPolicy(policiesSlice.get(store.get()));
      if (selected === null) return;
      const folder = folderOf(selected);
      store.dispatch(setPolicies({ heading: folder }));
      store.dispatch(folderFolded(folder, true));
    },
  },
  {
    id: "name-filter.complete",
    scope: "name-filter",
    ...act("nextPane"),
    title: "Complete the state",
    disabledReason: (state) => (stateSuggestions(state) === null ? "no state begins with this text" : null),
    run({ store }) {
      const list = stateSuggestions(store.get());
      if (list !== null) store.dispatch(list.take(list.chosen ?? 0));
    },
  },
  ...textFilterCommands({
    scope: "policies",
    lineScope: "name-filter",
    by: "path or state",
    get: (state) => policiesSlice.get(state),
    isEmpty: (state) => allPolicies(policiesSlice.get(state)).length === 0,
    put: setPolicies,
    applied(state) {
      const policies = policiesSlice.get(state);
      const selectedPath = selectedPolicy(policies)?.path ?? policies.selectedPath;
      return setPolicies({ editingFilter: false, selectedPath, heading: null });
    },
  }),
];

function openPolicy(store: Store, selectedPath: string | null): void {
  store.dispatch(setPolicies({ focus: "matrix", selectedPath, openedFrom: null }));
  showSortedAxis(store);
  store.dispatch(zoomed("policies", 1));
}

/** Selects the heat map's sort axis in the shown policy, unless it was opened from the list of differing policies. */
export function showSortedAxis(store: Store): void {
  const policies = policiesSlice.get(store.get());
  const column = sortedAxis(store.get());
  if (column === null || policies.openedFrom !== null || shownPage(policies) === null) return;
  store.dispatch(setPolicies({ cell: { row: -1, column }, pane: "cell", paneTop: 0 }));
}
