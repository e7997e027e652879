import type { Command } from "../../tui/commands/command.ts";
import { textField } from "../../tui/text-field.ts";
import type { PoliciesEffects } from "./effects.ts";
import { selectedPolicy, shownFiles, setPolicies, policiesSlice } from "./state.ts";

/** Commands of the policy list. */
export const policyCommands: readonly Command<PoliciesEffects>[] = [
  {
    id: "policies.open",
    scope: "policies",
    keys: ["enter", "l", "right"],
    title: "Open the selected policy",
    footerLabel: "open",
    disabledReason: (state) =>
      selectedPolicy(policiesSlice.get(state)) === null ? "no policy is selected" : null,
    run: ({ store }) =>
      store.dispatch(
        setPolicies({
          focus: "document",
          selectedPath: selectedPolicy(policiesSlice.get(store.get()))?.path ?? null,
        }),
      ),
  },
  {
    id: "policies.filter",
    scope: "policies",
    keys: ["/"],
    title: "Filter policies by name",
    footerLabel: "filter",
    disabledReason: (state) => (policiesSlice.get(state).files.length === 0 ? "there are no policies" : null),
    run: ({ store }) => store.dispatch(setPolicies({ editingFilter: true })),
  },
  {
    id: "policies.clear-filter",
    scope: "policies",
    keys: ["esc"],
    title: "Clear the filter",
    disabledReason: (state) => (policiesSlice.get(state).filter.value === "" ? "no filter is set" : null),
    run: ({ store }) => store.dispatch(setPolicies({ filter: textField() })),
  },
  {
    id: "name-filter.done",
    scope: "name-filter",
    keys: ["enter", "down"],
    title: "Apply the filter",
    footerLabel: "apply",
    run({ store }) {
      const policies = policiesSlice.get(store.get());
      const { selectedPath } = policies;
      const isShown = shownFiles(policies).some(({ path }) => path === selectedPath);
      const path = isShown ? selectedPath : (selectedPolicy(policies)?.path ?? selectedPath);
      store.dispatch(setPolicies({ editingFilter: false, selectedPath: path }));
    },
  },
  {
    id: "name-filter.clear",
    scope: "name-filter",
    keys: ["esc"],
    title: "Clear the filter",
    footerLabel: "clear",
    run: ({ store }) => store.dispatch(setPolicies({ editingFilter: false, filter: textField() })),
  },
];
