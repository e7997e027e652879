import type { Command } from "../../../tui/commands/command.ts";
import { textFilterCommands } from "../../../tui/commands/text-filter.ts";
import { zoomed } from "../../../tui/state/layout.ts";
import type { PoliciesEffects } from "../effects.ts";
import { policiesSlice, selectedPolicy, setPolicies } from "../state.ts";

/** Commands of the policy list. */
export const folderCommands: readonly Command<PoliciesEffects>[] = [
  {
    id: "policies.open",
    scope: "policies",
    keys: ["enter", "l", "right"],
    title: "Open the selected policy",
    footerLabel: "open",
    disabledReason: (state) =>
      selectedPolicy(policiesSlice.get(state)) === null ? "no policy is selected" : null,
    run({ store }) {
      const selectedPath = selectedPolicy(policiesSlice.get(store.get()))?.path ?? null;
      store.dispatch(setPolicies({ focus: "matrix", selectedPath }));
      store.dispatch(zoomed("policies", 1));
    },
  },
  ...textFilterCommands({
    scope: "policies",
    lineScope: "name-filter",
    by: "name",
    get: (state) => policiesSlice.get(state),
    isEmpty: (state) => policiesSlice.get(state).files.length === 0,
    put: setPolicies,
    applied(state) {
      const policies = policiesSlice.get(state);
      const selectedPath = selectedPolicy(policies)?.path ?? policies.selectedPath;
      return setPolicies({ editingFilter: false, selectedPath });
    },
  }),
];
