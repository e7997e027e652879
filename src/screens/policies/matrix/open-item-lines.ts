import { isGeneralRow, partsOf, type PolicyPage } from "../../../policy-service/policy-page.ts";
import type { PlacedChange } from "../../../policy/diff/placed-changes.ts";
import { pointerSegments } from "../../../policy/json-pointer.ts";
import {
  clauseWords,
  openCommentWords,
  type OpenItem,
  type OpenKind,
  openKinds,
  openRank,
  partOfChange,
  sealWords,
  withReason,
} from "../../../policy/open-items.ts";
import { signs } from "../../../policy/signs.ts";
import { wholePolicyLines } from "../../../tables/policy-open-items.ts";
import { firstRows } from "../../../text/first-rows.ts";
import { blank, clickable, cutLine, type Line, line, span } from "../../../text/line.ts";
import { count, plural } from "../../../text/numbers.ts";
import { fit, truncate } from "../../../text/truncate.ts";
import { v, type Visible, visible } from "../../../text/visible.ts";
import { displayWidth } from "../../../text/width.ts";
import { wrapProse, wrapWords } from "../../../text/wrap.ts";
import { keyOf } from "../../../tui/frame/key-label.ts";
import { isPaneShown } from "../../../tui/layout.ts";
import type { Registry } from "../../../tui/records/registry.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import { type Size, windowSlice } from "../../../tui/state/window.ts";
import { policiesArrangement } from "../layout.ts";
import { errorLines } from "../lines/finding-lines.ts";
import { sectionRule } from "../lines/labeled-lines.ts";
import { fieldName, shortIds } from "../lines/names.ts";
import { selectedHeading } from "../list/rows.ts";
import { placeIn } from "../select/matrix-order.ts";
import { changesSinceBaseline, inOrder, isSameItem, openItemsOf } from "../select/open-items.ts";
import type { PoliciesState } from "../select/policies-state.ts";
import { deletedText, selectedPolicy, shownPage } from "../select/selection.ts";
import { policiesSlice } from "../state/policies.ts";
import { generalName } from "./matrix-row.ts";

/** Columns of an item's name, unless the words need fewer. */
const maxName = 14;
/** Columns of the sign before a name, and of the gap behind it. */
const aroundName = 5;
/** Maximum lines of weaker values. */
const maxWeaker = 3;
/** Maximum rows of an item with words found only here; others have one. */
const maxRows: Readonly<Partial<Record<OpenItem["kind"], number>>> = {
  errors: 4,
  flagged: 2,
  disagreement: 2,
  reopened: 2,
};

/** Command of a click on an open item; its argument is the item's index. */
export const openItemCommand = "policy.show-need";

/** Open item in words. */
interface ItemWords {
  /** ID of a clause or number of an axis; empty for other items. */
  readonly name: Visible;
  readonly words: Visible;
}

interface DrawnItem extends ItemWords {
  readonly kind: OpenItem["kind"];
  /** Index of the item that a click shows. */
  readonly item: number;
}

/** Line about a policy as a whole, outside its open items. */
export interface OtherLine {
  readonly kind: OpenKind;
  readonly line: Line;
}

/**
 * Draws the open items of a document and other lines, most urgent first; clauses without a verdict share one line.
 */
export function openItemLines(
  page: PolicyPage,
  width: number,
  others: readonly OtherLine[] = [],
): readonly Line[] {
  const items = drawnItems(page);
  if (items.length + others.length === 0)
    return [{ spans: [span(v` ${signs.ok} Everything is approved`, "ok")] }];
  const longest = Math.max(0, ...items.map(({ name }) => displayWidth(name)));
  const widest = Math.max(0, ...items.map(({ words }) => displayWidth(words)));
  const columns = Math.min(Math.max(maxName, width - widest - aroundName), longest);
  return [
    ...items.map((drawn) => ({ kind: drawn.kind, lines: itemLines(drawn, columns, width) })),
    ...others.map((other) => ({ kind: other.kind, lines: [other.line] })),
  ]
    .toSorted((one, other) => openRank(one.kind) - openRank(other.kind))
    .flatMap(({ lines }) => lines);
}

/** Draws an open item. */
function itemLines({ name, words, item, kind }: DrawnItem, columns: number, width: number): readonly Line[] {
  const { glyph, tone } = openKinds[kind];
  const named = name === "" ? v`` : fit(truncate(name, columns, { where: "middle" }), columns + 2);
  const whole = line(span(v` ${glyph} `, tone), span(named, "strong"), span(words));
  const most = maxRows[kind] ?? 1;
  const rows = most === 1 ? [cutLine(whole, width)] : firstRows(wrapProse(whole, width, 3), most, width);
  const click = { command: openItemCommand, argument: String(item) };
  return rows.map(({ spans }) => ({ spans: clickable(click, spans) }));
}

/** Describes the open items in one sentence for a screen reader. */
export function openItemsSentence(page: PolicyPage): Visible {
  const items = drawnItems(page);
  if (items.length === 0) return v`Everything is approved`;
  const parts = items.map(({ kind, name, words }) =>
    [kind === "weakened" && name !== "" ? "weaker:" : "", name, words]
      .filter((part) => part !== "")
      .join(" "),
  );
  return v`needs you: ${parts.join("; ")}`;
}

function drawnItems(page: PolicyPage): readonly DrawnItem[] {
  const items = openItemsOf(page);
  const ids = idsOf(page);
  const weakened = items.filter(({ kind }) => kind === "weakened");
  return items.flatMap((item, index): readonly DrawnItem[] => {
    const drawn = { ...wordsOf(item, page, ids), kind: item.kind, item: index };
    if (item.kind === "unseen") {
      // One line counts them all.
      if (items[index - 1]?.kind === "unseen") return [];
      return [{ ...drawn, name: v``, words: unseenWords(page, items) }];
    }
    if (item.kind !== "weakened") return [drawn];
    const left = weakened.length - weakened.indexOf(item);
    const unnamed = weakened.length > maxWeaker ? weakened.length - maxWeaker + 1 : 0;
    if (left > unnamed) return [drawn];
    return left < unnamed ? [] : [{ ...drawn, name: v``, words: v`and ${count(left)} more weaker` }];
  });
}

/**
 * Formats a change in few columns: without its clause and axis name, which are beside it, but with its field: `Λ1
 * weight 0.8 → 0.3`, `retention days 2192 → 730`.
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
function itemWords(page: PolicyPage, item: OpenItem): Visible {
  const { name, words } = wordsOf(item, page, idsOf(page));
  return v`${openKinds[item.kind].glyph} ${name === "" ? "" : `${name} `}${words}`;
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

function wordsOf(item: OpenItem, page: PolicyPage, ids: readonly string[]): ItemWords {
  const name = "clause" in item ? visible(ids[item.clause] ?? "") : v``;
  const verdicts = "clause" in item ? (partsOf(page)[item.clause]?.review.verdicts ?? []) : [];
  switch (item.kind) {
    case "errors": {
      const first = page.findings.find(({ severity }) => severity === "error");
      const where = first === undefined ? "" : `line ${first.line}: ${first.message}`;
      return { name, words: visible(withReason(plural(item.count, "error"), where)) };
    }
    case "weakened": {
      const change = changesSinceBaseline(page)[item.change];
      const row = change === undefined ? null : partOfChange(change, partsOf(page).length);
      const words = change === undefined ? "" : shortChange(change, page.clauses[row ?? -1]?.id ?? null);
      return { name: visible(row === null ? "" : (ids[row] ?? "")), words: visible(words) };
    }
    case "flagged":
    case "disagreement":
    case "reopened":
      return { name, words: visible(clauseWords(item.kind, verdicts)) };
    case "open-comment":
      return { name, words: visible(openCommentWords(item.count)) };
    case "single-support":
      return { name: v`${page.columns[item.column]?.axis ?? ""}`, words: v`depends on one clause` };
    case "unseen":
      return { name, words: v`not looked at` };
    default:
      return { name: v`seal`, words: sealWords(page.seal) };
  }
}

/** Maximum columns of the words about an item. */
const maxWords = 60;

/**
 * Explains the selection of an open item: `2 of 7: ⚑ 502b flagged: no owner`. Null for other selections, after
 * another action, or for a closed item.
 */
export function openItemText(
  { openItem, openCell, cell, order }: Pick<PoliciesState, "openItem" | "openCell" | "cell" | "order">,
  page: PolicyPage,
  registry: Registry,
): Visible | null {
  if (openItem === null || openCell !== cell) return null;
  const items = inOrder(openItemsOf(page), placeIn(page, order));
  const index = items.findIndex((item) => isSameItem(item, openItem));
  const item = items[index];
  if (item === undefined) return null;
  const words = truncate(itemWords(page, item), maxWords);
  return v`${index + 1} of ${items.length}: ${words}${whereText(item, registry)}`;
}

/** Names the key of the seal dialog in use. */
function whereText({ kind }: OpenItem, registry: Registry): string {
  if (kind === "seal-proposed") return `, ${keyOf(registry, "policy.seal")} signs`;
  return kind.startsWith("seal-") ? `, ${keyOf(registry, "policy.verify")} shows it` : "";
}

/** Minimum rows below the list for the open items of the selected policy. */
const minRows = 4;

/**
 * Draws the open items of the selected policy in the empty rows of a list without a preview.
 * @param size width, and the empty rows
 */
export function reasonLines(state: AppState, { columns, rows }: Size): readonly Line[] {
  const isPreviewed = windowSlice.get(state).isLinear || isPaneShown(state, policiesArrangement, "matrix");
  if (rows < minRows || isPreviewed || selectedHeading(state) !== null) return [];
  const selected = selectedPolicy(policiesSlice.get(state));
  const lines = reasonsOf(state, columns);
  if (selected === null || lines.length === 0) return [];
  const room = rows - 2;
  const left = lines.length - room + 1;
  const shown =
    lines.length <= room
      ? lines
      : [...lines.slice(0, room - 1), line(span(v`   and ${count(left)} more`, "muted"))];
  return [blank, sectionRule(visible(selected.name), columns), ...shown];
}

/** Returns the reasons one a line; none while the policy is loading. */
function reasonsOf(state: AppState, width: number): readonly Line[] {
  const policies = policiesSlice.get(state);
  const selected = selectedPolicy(policies);
  if (selected === null) return [];
  if (selected.isDeleted === true) {
    return wrapWords(
      span(v` ${signs.deleted} ${deletedText(selected, policies.baseline)}`, "error"),
      width,
      3,
    );
  }
  const page = shownPage(policies);
  if (page === null) return [];
  const isReadable = page.summary.verdict !== "unreadable";
  return isReadable ? openItemLines(page, width, wholePolicyLines(selected)) : errorLines(page, width);
}
