import type { PolicyRow } from "../../../tables/policies.ts";
import { openCounts, type ListedKind, listedKinds } from "../../../tables/policy-open-items.ts";
import { fitLine, type Line, line, selectedLine, span, type Tone } from "../../../text/line.ts";
import { count, plural } from "../../../text/numbers.ts";
import { truncate } from "../../../text/truncate.ts";
import { v, visible } from "../../../text/visible.ts";
import type { FolderHeading } from "../list/rows.ts";

/** Reasons that a heading counts the policies with, by their sign and words. */
const counted: readonly (readonly [sign: string, words: string, tone: Tone, needs: readonly ListedKind[]])[] =
  [
    ["✗", "with errors", "error", ["unreadable", "errors"]],
    ["deleted", "deleted", "error", ["deleted"]],
    ["▼", "weakened", "error", ["weakened"]],
    ["⚑", "flagged", "error", ["review-unreadable", "flagged"]],
    ["↺", "edited", "warn", ["reopened"]],
    ["seal", "not as sealed", "warn", ["seal-broken", "seal-changed"]],
    ["▲", "with warnings", "warn", ["warnings"]],
  ];

/** Draws `▾ eu/north/  4 policies  1 ✗ 2 ▼ 1 ⚑`: in how many policies is what needs attention. */
export function headingLine(
  { folder, isFolded, files }: FolderHeading,
  isSelected: boolean,
  isLinear: boolean,
  width: number,
): Line {
  const found = needsIn(files);
  const present = files.filter(({ isDeleted }) => isDeleted !== true).length;
  const policies = plural(present, "policy", "policies");
  const name = folder === "." ? "this directory" : `${folder}/`;
  if (isLinear) {
    const parts = [
      policies,
      ...found.map(({ words, policies: number }) => `${count(number)} ${words}`),
      isFolded ? "folded" : "unfolded",
    ];
    const text = v`directory ${folder === "." ? name : folder}: ${parts.join(", ")}`;
    return { spans: [span(text)], role: isSelected ? "selected" : "row" };
  }
  const counts = [
    span(v`  ${policies} `, "muted"),
    ...found.map(({ sign, tone, policies: number }) => span(v` ${count(number)} ${sign}`, tone)),
  ];
  const room = Math.max(1, width - 4 - counts.reduce((sum, { text }) => sum + text.length, 0));
  const shown = truncate(visible(name), room, { where: "middle" });
  const row = fitLine(
    line(span(isSelected ? v`❯ ` : v`  `), span(isFolded ? v`▸ ` : v`▾ `), span(shown, "strong"), ...counts),
    width,
  );
  return isSelected ? selectedLine(row) : { ...row, role: "row" };
}

/** Returns what a heading counts, without what no policy has. */
function needsIn(files: readonly PolicyRow[]) {
  const counts = files.map((file) => openCounts(file) ?? []);
  return counted.flatMap(([sign, words, tone, needs]) => {
    const indexes = needs.map((need) => listedKinds.indexOf(need));
    const policies = counts.filter((each) => indexes.some((index) => (each[index] ?? 0) > 0)).length;
    return policies === 0 ? [] : [{ sign, words, tone, policies }];
  });
}
