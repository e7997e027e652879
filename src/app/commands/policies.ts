import { selectedPolicy, shownFiles, withPolicies } from "../state/policies-state.ts";
import { textField } from "../text-field.ts";
import type { Command } from "./command.ts";

/** Commands of the policy list. */
export const policyCommands: readonly Command[] = [
  {
    id: "policies.open",
    scope: "policies",
    keys: ["enter", "l", "right"],
    title: "Open the selected policy",
    footerLabel: "open",
    disabledReason: (state) => (selectedPolicy(state) === null ? "no policy is selected" : null),
    run: ({ store }) =>
      store.update((state) =>
        withPolicies({ focus: "document", selectedPath: selectedPolicy(state)?.path ?? null })(state),
      ),
  },
  {
    id: "policies.filter",
    scope: "policies",
    keys: ["/"],
    title: "Filter policies by name",
    footerLabel: "filter",
    disabledReason: ({ policies }) => (policies.files.length === 0 ? "there are no policies" : null),
    run: ({ store }) => store.update(withPolicies({ editingFilter: true })),
  },
  {
    id: "policies.clear-filter",
    scope: "policies",
    keys: ["esc"],
    title: "Clear the filter",
    disabledReason: ({ policies }) => (policies.filter.value === "" ? "no filter is set" : null),
    run: ({ store }) => store.update(withPolicies({ filter: textField() })),
  },
  {
    id: "name-filter.done",
    scope: "name-filter",
    keys: ["enter", "down"],
    title: "Apply the filter",
    footerLabel: "apply",
    run: ({ store }) =>
      store.update((state) => {
        const { selectedPath } = state.policies;
        const isShown = shownFiles(state.policies).some(({ path }) => path === selectedPath);
        const path = isShown ? selectedPath : (selectedPolicy(state)?.path ?? selectedPath);
        return withPolicies({ editingFilter: false, selectedPath: path })(state);
      }),
  },
  {
    id: "name-filter.clear",
    scope: "name-filter",
    keys: ["esc"],
    title: "Clear the filter",
    footerLabel: "clear",
    run: ({ store }) => store.update(withPolicies({ editingFilter: false, filter: textField() })),
  },
];
