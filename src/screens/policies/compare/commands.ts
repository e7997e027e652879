import { type Command, internal } from "../../../tui/commands/command.ts";
import { closeDialog } from "../../../tui/state/nav.ts";
import { requirePage, requirePolicies, requireReadable } from "../disabled-reasons.ts";
import type { PoliciesEffects } from "../effects.ts";
import { changeSelected } from "../state.ts";
import { changeCommand } from "./diff-lines.ts";
import { requireChangedFile, requireOtherBaseline } from "./folder-dialog.ts";
import { diffCommand } from "./since-baseline-lines.ts";

/** Commands of the comparison of a policy with another version. */
export const compareCommands: readonly Command<PoliciesEffects>[] = [
  {
    id: diffCommand,
    scope: "policy",
    keys: ["d"],
    title: "Show changes since the baseline",
    footerLabel: "diff",
    disabledReason: requirePage,
    run: ({ effects }) => effects.compareWithBaseline(),
  },
  {
    id: "policy.compare",
    scope: "policy",
    keys: ["D"],
    title: "Compare with another version",
    disabledReason: requireReadable,
    run: ({ effects }) => effects.openCompare(),
  },
  {
    id: "policies.compare",
    scope: "policies",
    keys: ["D"],
    title: "Compare with a revision",
    disabledReason: requirePolicies,
    run: ({ effects }) => effects.openFolderCompare(),
  },
  {
    id: "folder-changes.open",
    scope: "folder-changes",
    keys: ["enter", "d"],
    title: "Open the selected policy",
    footerLabel: "open",
    disabledReason: requireChangedFile,
    run: ({ effects }) => effects.openChange(),
  },
  {
    id: "folder-changes.baseline",
    scope: "folder-changes",
    keys: ["b"],
    title: "Compare the list with it",
    footerLabel: "compare list",
    disabledReason: requireOtherBaseline,
    run: ({ effects }) => effects.chooseBaseline(),
  },
  {
    id: "folder-changes.close",
    scope: "folder-changes",
    keys: ["esc", "q"],
    title: "Close",
    footerLabel: "close",
    run: ({ store }) => store.dispatch(closeDialog()),
  },
  {
    id: changeCommand,
    scope: internal,
    keys: [],
    title: "Select a change",
    run: ({ store }, index) => store.dispatch(changeSelected(Number(index))),
  },
];
