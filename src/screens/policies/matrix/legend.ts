import { type Visible, visible } from "../../../text/visible.ts";
import { displayWidth } from "../../../text/width.ts";

const legends = [
  "● mandatory ◐ recommended ○ informational · ! must be enforced · █▓▒░ weight · ¹ one clause · ⇣ strength · ▼ weaker ▲ stronger = changed · ✓ approved ⚑ flagged ≠ disagreement ↺ reopened ✎ comment",
  "● mandatory ◐ recommended ○ informational · ! must be enforced · █▓▒░ weight · ¹ one clause · ⇣ strength · ▼ weaker ▲ stronger = changed",
  "● mandatory ◐ recommended ○ informational · ! must be enforced · █▓▒░ weight · ¹ one clause · ⇣ strength",
  "● mandatory ◐ recommended ○ informational · ! must be enforced · ¹ one clause · ⇣ strength",
  "● mandatory ◐ recommended ○ informational · ! must be enforced · █▓▒░ weight",
  "● mandatory ◐ recommended ○ informational · ! enforced · ¹ one clause · ⇣ strength",
  "● mandatory ◐ recommended ○ informational",
  "● ◐ ○ enforcement · █▓▒░ weight · ! mandatory",
  "█▓▒░ weight · ! mandatory",
  "",
] as const;

/** Returns the longest legend that fits; empty if none does. */
export function legendText(width: number): Visible {
  return visible(legends.find((text) => displayWidth(text) <= width) ?? "");
}
