import { type Command, internal } from "../../../tui/commands/command.ts";
import { needsPage, needsReadable } from "../disabled-reasons.ts";
import type { PoliciesEffects } from "../effects.ts";
import { changeSelected } from "../state.ts";
import { changeCommand } from "./diff-lines.ts";
import { diffCommand } from "./since-head-lines.ts";

/** Commands of the comparison of a policy with another version. */
export const compareCommands: readonly Command<PoliciesEffects>[] = [
  {
    id: diffCommand,
    scope: "policy",
    keys: ["d"],
    title: "Show the diff with HEAD",
    footerLabel: "diff",
    disabledReason: needsPage,
    run: ({ effects }) => effects.compareWithHead(),
  },
  {
    id: "policy.compare",
    scope: "policy",
    keys: ["D"],
    title: "Compare with another version",
    disabledReason: needsReadable,
    run: ({ effects }) => effects.openCompare(),
  },
  {
    id: changeCommand,
    scope: internal,
    keys: [],
    title: "Select a change",
    run: ({ store }, index) => store.dispatch(changeSelected(Number(index))),
  },
];
