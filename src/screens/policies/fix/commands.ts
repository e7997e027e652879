import { type Command, internal } from "../../../tui/commands/command.ts";
import { requireFix, requireSafeFix } from "../disabled-reasons.ts";
import type { PoliciesEffects } from "../effects.ts";

/** Commands that fix findings. */
export const fixCommands: readonly Command<PoliciesEffects>[] = [
  {
    id: "policy.fix",
    scope: "policy",
    keys: ["F"],
    title: "Apply the suggested fix",
    footerLabel: "fix",
    disabledReason: requireFix,
    run: ({ effects }) => effects.applyFix(),
  },
  {
    id: "policy.fix-all",
    scope: "policy",
    keys: ["alt+f"],
    title: "Apply all safe fixes",
    disabledReason: requireSafeFix,
    run: ({ effects }) => effects.applyAllSafe(),
  },
  {
    id: "policy.fix-asked",
    scope: internal,
    keys: [],
    title: "Apply the fix that was asked about",
    run: ({ effects }) => effects.applyAsked(),
  },
];
