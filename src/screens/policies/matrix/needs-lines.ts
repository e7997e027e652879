import { isGeneralRow, partsOf, type PolicyPage } from "../../../policy-service/policy-page.ts";
import type { PlacedChange } from "../../../policy/diff/placed-changes.ts";
import { pointerSegments } from "../../../policy/json-pointer.ts";
import { needWords, openCommentWords, withReason } from "../../../policy/review/need-words.ts";
import { partOfChange } from "../../../policy/review/undecided-changes.ts";
import { sealNeed } from "../../../policy/seal/seal-need.ts";
import { sealLooks } from "../../../tables/seal-looks.ts";
import { firstRows } from "../../../text/first-rows.ts";
import { type Line, type Tone, clickable, cutLine, line, span } from "../../../text/line.ts";
import { count, plural } from "../../../text/numbers.ts";
import { fit, truncate } from "../../../text/truncate.ts";
import { type Visible, v, visible } from "../../../text/visible.ts";
import { displayWidth } from "../../../text/width.ts";
import { wrapProse } from "../../../text/wrap.ts";
import { fieldName } from "../kit/field-names.ts";
import { shortIds } from "../kit/short-ids.ts";
import { changesSinceBaseline, needsYou, type OpenItem } from "../select/needs-you.ts";
import { generalName } from "./general-row.ts";

/** Columns of the name of an item, unless the words leave more. */
const maxName = 14;
/** Columns of the sign before a name, and of the gap behind it. */
const aroundName = 5;
/** Maximum lines of weaker values. */
const maxWeaker = 3;
/** Maximum rows of an item whose words somebody wrote, or that are said nowhere else; others have one. */
const maxRows: Readonly<Partial<Record<OpenItem["kind"], number>>> = {
  errors: 4,
  flagged: 2,
  disagreement: 2,
  reopened: 2,
};

/** Kinds that are not urgent, which are the last ones. */
const calm: ReadonlySet<OpenItem["kind"]> = new Set(["single-support", "seal-proposed", "unseen"]);

/** Command of a click on an open item; its argument is the item's index. */
export const needCommand = "policy.show-need";

interface Need {
  readonly glyph: Visible;
  readonly tone: Tone;
  /** ID of a clause or number of an axis; empty for other items. */
  readonly name: Visible;
  readonly words: Visible;
  /** True unless the item only was not looked at, rests on one clause, or waits for a signature. */
  readonly isUrgent: boolean;
  readonly kind: OpenItem["kind"];
  /** Index of the item that a click shows. */
  readonly item: number;
}

/**
 * Draws the open items of a document, the most urgent first; clauses without a verdict are one line.
 * @param others lines behind the urgent items
 */
export function needsLines(page: PolicyPage, width: number, others: readonly Line[] = []): readonly Line[] {
  const needs = needsOf(page);
  if (needs.length + others.length === 0) return [{ spans: [span(v` ✓ Everything is approved`, "ok")] }];
  const longest = Math.max(0, ...needs.map(({ name }) => displayWidth(name)));
  const widest = Math.max(0, ...needs.map(({ words }) => displayWidth(words)));
  const columns = Math.min(Math.max(maxName, width - widest - aroundName), longest);
  const drawn = (need: Need) => needLines(need, columns, width);
  return [
    ...needs.filter(({ isUrgent }) => isUrgent).flatMap(drawn),
    ...others,
    ...needs.filter(({ isUrgent }) => !isUrgent).flatMap(drawn),
  ];
}

/** Draws an open item. */
function needLines(
  { glyph, tone, name, words, item, kind }: Need,
  columns: number,
  width: number,
): readonly Line[] {
  const named = name === "" ? v`` : fit(truncate(name, columns, { where: "middle" }), columns + 2);
  const whole = line(span(v` ${glyph} `, tone), span(named, "strong"), span(words));
  const most = maxRows[kind] ?? 1;
  const rows = most === 1 ? [cutLine(whole, width)] : firstRows(wrapProse(whole, width, 3), most, width);
  const click = { command: needCommand, argument: String(item) };
  return rows.map(({ spans }) => ({ spans: clickable(click, spans) }));
}

/** Describes the open items in one sentence for a screen reader. */
export function needsText(page: PolicyPage): Visible {
  const needs = needsOf(page);
  if (needs.length === 0) return v`Everything is approved`;
  const parts = needs.map(({ kind, name, words }) =>
    [kind === "weakened" && name !== "" ? "weaker:" : "", name, words]
      .filter((part) => part !== "")
      .join(" "),
  );
  return v`needs you: ${parts.join("; ")}`;
}

function needsOf(page: PolicyPage): readonly Need[] {
  const items = needsYou(page);
  const ids = idsOf(page);
  const weakened = items.filter(({ kind }) => kind === "weakened");
  return items.flatMap((item, index): readonly Need[] => {
    const isUrgent = !calm.has(item.kind);
    const need = { ...needOf(item, page, ids), isUrgent, kind: item.kind, item: index };
    if (item.kind === "unseen") {
      // One line counts them all.
      if (items[index - 1]?.kind === "unseen") return [];
      return [{ ...need, name: v``, words: unseenWords(page, items) }];
    }
    if (item.kind !== "weakened") return [need];
    const left = weakened.length - weakened.indexOf(item);
    const unnamed = weakened.length > maxWeaker ? weakened.length - maxWeaker + 1 : 0;
    if (left > unnamed) return [need];
    return left < unnamed ? [] : [{ ...need, name: v``, words: v`and ${count(left)} more weaker` }];
  });
}

/**
 * Formats a change in few columns: without its clause and the name of its axis, which are beside it, and with the name of
 * its field: `Λ1 weight 0.8 → 0.3`, `retention days 2192 → 730`.
 */
function shortChange({ text, field }: PlacedChange, clauseId: string | null): string {
  const own = clauseId !== null && text.startsWith(`${clauseId}: `) ? text.slice(clauseId.length + 2) : text;
  const key = field === null ? undefined : pointerSegments(field).at(-1);
  if (field !== null && key !== undefined && own.startsWith(`${key} `)) {
    return `${fieldName(field)}${own.slice(key.length)}`;
  }
  return own.replace(/^(Λ\d+) \([A-Za-z]+\)/u, "$1");
}

/** Describes an open item: `⚑ 502b flagged: no owner`. */
export function itemWords(page: PolicyPage, item: OpenItem): Visible {
  const { glyph, name, words } = needOf(item, page, idsOf(page));
  return v`${glyph} ${name === "" ? "" : `${name} `}${words}`;
}

function idsOf({ clauses }: PolicyPage): readonly string[] {
  return [...shortIds(clauses.map(({ id }) => id)), generalName];
}

/** Formats `12 clauses, General not looked at`. */
function unseenWords(page: PolicyPage, items: readonly OpenItem[]): Visible {
  const unseen = items.flatMap((item) => (item.kind === "unseen" ? [item.clause] : []));
  const clauses = unseen.filter((row) => !isGeneralRow(page, row)).length;
  const parts = [
    ...(clauses > 0 ? [plural(clauses, "clause")] : []),
    ...(clauses < unseen.length ? [generalName] : []),
  ];
  return v`${parts.join(", ")} not looked at`;
}

function needOf(
  item: OpenItem,
  page: PolicyPage,
  ids: readonly string[],
): Omit<Need, "item" | "isUrgent" | "kind"> {
  const name = "clause" in item ? visible(ids[item.clause] ?? "") : v``;
  const verdicts = "clause" in item ? (partsOf(page)[item.clause]?.review.verdicts ?? []) : [];
  switch (item.kind) {
    case "errors": {
      const first = page.findings.find(({ severity }) => severity === "error");
      const where = first === undefined ? "" : `line ${first.line}: ${first.message}`;
      return {
        glyph: v`✗`,
        tone: "error",
        name,
        words: visible(withReason(plural(item.count, "error"), where)),
      };
    }
    case "weakened": {
      const change = changesSinceBaseline(page)[item.change];
      const row = change === undefined ? null : partOfChange(change, partsOf(page).length);
      const words = change === undefined ? "" : shortChange(change, page.clauses[row ?? -1]?.id ?? null);
      const place = visible(row === null ? "" : (ids[row] ?? ""));
      return { glyph: v`▼`, tone: "error", name: place, words: visible(words) };
    }
    case "flagged":
      return { glyph: v`⚑`, tone: "error", name, words: visible(needWords(item.kind, verdicts)) };
    case "disagreement":
      return { glyph: v`≠`, tone: "error", name, words: visible(needWords(item.kind, verdicts)) };
    case "reopened":
      return { glyph: v`↺`, tone: "warn", name, words: visible(needWords(item.kind, verdicts)) };
    case "open-comment":
      return { glyph: v`✎`, tone: "accent", name, words: visible(openCommentWords(item.count)) };
    case "single-support": {
      const axis = v`${page.columns[item.column]?.axis ?? ""}`;
      return { glyph: v`¹`, tone: "warn", name: axis, words: v`rests on one clause` };
    }
    case "unseen":
      return { glyph: v`·`, tone: "muted", name, words: v`not looked at` };
    case "seal-broken":
    case "seal-changed":
    case "seal-unsigned":
    case "seal-proposed": {
      const { glyph, tone } = sealLooks[page.seal.standing];
      return { glyph, tone, name: v`seal`, words: sealNeed(page.seal) };
    }
  }
}
