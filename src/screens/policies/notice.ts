import { basename } from "node:path";
import type { PageColumn, PolicyPage } from "../../policy-service/policy-page.ts";
import { signs } from "../../policy/signs.ts";
import { cutLine, fitLine, type Line, line, lineWidth, type Span, span } from "../../text/line.ts";
import { truncate } from "../../text/truncate.ts";
import { v, type Visible } from "../../text/visible.ts";
import { sumText } from "../../text/weight-text.ts";
import { displayWidth } from "../../text/width.ts";
import { keyOf } from "../../tui/frame/key-label.ts";
import type { Registry } from "../../tui/records/registry.ts";
import type { AppState } from "../../tui/state/slice.ts";
import { requireOwnFile } from "./disabled-reasons.ts";
import { selectedPolicy, shownPage } from "./select/selection.ts";
import { policiesSlice } from "./state/policies.ts";
import { fileWords, type PendingChange, pendingChange, pendingWords } from "./state/what-if.ts";

/** Returns the rows of the notice of a pending change. */
export function noticeRows(state: AppState): number {
  return pendingChange(state) === null ? 0 : 2;
}

/** Returns the keys for the pending change in the present place, longest form first. */
function keyForms(state: AppState, { file }: PendingChange, registry: Registry): readonly Visible[] {
  const { focus } = policiesSlice.get(state);
  const isKeepable = file !== "unreadable" && focus !== "list" && requireOwnFile(state) === null;
  const verb = file === "gone" ? v`write again` : v`keep`;
  const keep = isKeepable ? v` · ${keyOf(registry, "what-if.keep")} ${verb}` : v``;
  const discard = focus === "matrix" ? v` · ${keyOf(registry, "policy.back")} discard` : v``;
  if (keep !== "") return [v`${keep}${discard}`, keep];
  return [discard === "" ? v` · ${keyOf(registry, "app.undo")} take back` : discard];
}

/** Draws the pending change with its keys, and its effects on coverage and findings below. */
export function whatIfNotice(state: AppState, width: number, registry: Registry): readonly Line[] {
  const pending = pendingChange(state);
  if (pending === null) return [];
  const isShown = selectedPolicy(policiesSlice.get(state))?.path === pending.path;
  const words = v`${isShown ? "" : `${basename(pending.path)}: `}${pendingWords(pending)}`;
  const name = span(v` what if: `, "warn");
  const keys = keyForms(state, pending, registry);
  const room = width - displayWidth(name.text);
  const shown = keys.find((key) => displayWidth(words) + displayWidth(key) <= room) ?? keys.at(-1) ?? v``;
  // The end of the words has the new value.
  const fitting = truncate(words, Math.max(1, room - displayWidth(shown)), { where: "start" });
  return [
    fitLine(line(name, span(fitting, "strong"), span(shown, "accent")), width),
    fitLine(effectLine(state, pending, width), width),
  ];
}

function effectLine(state: AppState, pending: PendingChange, width: number): Line {
  const problem: readonly Span[] =
    pending.file === "same" ? [] : [span(v` ${signs.error} ${fileWords[pending.file]} ·`, "error")];
  const forms = effectForms(state, pending).map((words) => line(...problem, span(v` ${words}`)));
  const fitting = forms.find((form) => lineWidth(form) <= width);
  return fitting ?? cutLine(forms.at(-1) ?? line(), width);
}

/**
 * Describes the effects of pending changes, longest form first: `vs file: ▼ 1 weaker · coverage 9 → 8 of 10, needs 7
 * · strength 0.9 Λ5 · mandatory Λ2 3.2 → 2.2 · errors 0 → 1 · warnings 0`.
 */
export function effectForms(
  state: AppState,
  { base, path, counts: changed }: PendingChange,
): readonly [string, ...string[]] {
  const page = shownPage(policiesSlice.get(state));
  const shown = page?.path === path ? page : base;
  const before = base.summary;
  const after = shown.summary;
  const words = (of: (summary: PolicyPage["summary"]) => number | string) =>
    of(before) === of(after) ? `${of(after)}` : `${of(before)} → ${of(after)}`;
  const covered = words((summary) => summary.covered);
  const errors = words((summary) => summary.errors);
  const warnings = words((summary) => summary.warnings);
  const strengthIn = ({ strength: weakest }: PolicyPage["summary"]) =>
    weakest === null ? "none" : `${sumText(weakest.weight)} ${weakest.axis}`;
  // Another axis with an equal sum makes no difference.
  const isSame = before.strength !== null && before.strength.weight === after.strength?.weight;
  const strength = isSame ? strengthIn(after) : words(strengthIn);
  const needs = after.minimum === null ? "" : `, needs ${after.minimum}`;
  const coverage = `coverage ${covered} of 10${needs}`;
  const counts = `errors ${errors} · warnings ${warnings}`;
  const [first = "", second = ""] = changedSums(base, shown).map((sum) => `${sum} · `);
  // The strength is the least of the sums.
  const most = strength.includes("→") ? `strength ${strength} · ` : first;
  const directions = directionWords(changed);
  const effect = directions === "" ? "" : `${directions} · `;
  // The changes since the baseline are counted elsewhere.
  const fromFile = directions === "" ? "" : `vs file: ${directions} · `;
  return [
    `${fromFile}${coverage} · strength ${strength} · ${first}${second}${counts}`,
    `${fromFile}${coverage} · strength ${strength} · ${first}${counts}`,
    `${effect}${coverage} · strength ${strength} · ${first}${counts}`,
    `${fromFile}${coverage} · ${most}${counts}`,
    `${effect}${coverage} · ${most}${counts}`,
    `${effect}${covered} of 10 · ${most}${signs.error} ${errors} · ${signs.warning} ${warnings}`,
    `${effect}${covered} of 10 · ${signs.error} ${errors} · ${signs.warning} ${warnings}`,
  ];
}

/** Counts the weaker and stronger values: `▼ 1 weaker · ▲ 2 stronger`; empty for neither. */
function directionWords(counts: PendingChange["counts"]): string {
  const { weakened = 0, strengthened = 0 } = counts ?? {};
  return [
    ...(weakened > 0 ? [`${signs.weaker} ${weakened} weaker`] : []),
    ...(strengthened > 0 ? [`${signs.stronger} ${strengthened} stronger`] : []),
  ].join(" · ");
}

/**
 * Names the differing sums of weights of two pages, `mandatory Λ5 3.2 → 2.2`, largest change first. Axes with only
 * another total come last, `total Λ5 3.2 → 2.7`. Omits a sum that is the strength of both.
 */
function changedSums(before: PolicyPage, after: PolicyPage): readonly string[] {
  const strength = before.summary.strength?.axis;
  const isStrength = (axis: string) => axis === strength && axis === after.summary.strength?.axis;
  const sums = after.columns.flatMap((column, index) => {
    const older = before.columns[index];
    return older === undefined || isStrength(column.axis) ? [] : (changedSum(older, column) ?? []);
  });
  const named = sums.toSorted(
    (one, other) => Number(one.isTotal) - Number(other.isTotal) || other.difference - one.difference,
  );
  return named.map(({ text }) => text);
}

interface ChangedSum {
  readonly text: string;
  /** True if the sum of the mandatory weights is the same. */
  readonly isTotal: boolean;
  readonly difference: number;
}

function changedSum(before: PageColumn, after: PageColumn): ChangedSum | null {
  const isTotal = sumText(before.mandatoryWeight) === sumText(after.mandatoryWeight);
  const of = ({ totalWeight, mandatoryWeight }: PageColumn) => (isTotal ? totalWeight : mandatoryWeight);
  const [from, to] = [sumText(of(before)), sumText(of(after))];
  if (from === to) return null;
  const text = `${isTotal ? "total" : "mandatory"} ${after.axis} ${from} → ${to}`;
  return { text, isTotal, difference: Math.abs(of(after) - of(before)) };
}
