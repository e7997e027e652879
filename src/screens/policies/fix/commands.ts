import type { Command } from "../../../tui/commands/command.ts";
import { needsFix } from "../disabled-reasons.ts";
import type { PoliciesEffects } from "../effects.ts";

/** Commands that fix findings. */
export const fixCommands: readonly Command<PoliciesEffects>[] = [
  {
    id: "policy.fix",
    scope: "policy",
    keys: ["F"],
    title: "Apply the suggested fix",
    footerLabel: "fix",
    disabledReason: needsFix,
    run: ({ effects }) => effects.applyFix(),
  },
];
