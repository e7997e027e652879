import { type Line, type Tone, clickable, span } from "../../../text/line.ts";
import { count, plural } from "../../../text/numbers.ts";
import { fit, truncate } from "../../../text/truncate.ts";
import { type Visible, v, visible } from "../../../text/visible.ts";
import { displayWidth } from "../../../text/width.ts";
import { needsYou, type OpenItem, weakenedSinceHead } from "../needs-you.ts";
import { isGeneralRow, partsOf, type PolicyPage } from "../page/policy-page.ts";
import { generalName } from "./general-row.ts";
import { shortIds } from "./short-ids.ts";

/** Maximum columns of the name of an item. */
const maxName = 14;

/** Command of a click on an open item; its argument is the item's index. */
export const needCommand = "policy.show-need";

interface Need {
  readonly glyph: Visible;
  readonly tone: Tone;
  /** ID of a clause or number of an axis; empty for other items. */
  readonly name: Visible;
  readonly words: Visible;
  /** True unless the item only was not looked at, or rests on one clause. */
  readonly isUrgent: boolean;
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
  const columns = Math.min(maxName, longest);
  const lines = needs.map(({ glyph, tone, name, words, item }): Line => {
    const named = name === "" ? v`` : fit(truncate(name, columns, { where: "middle" }), columns + 2);
    const spans = [span(v` ${glyph} `, tone), span(named, "strong"), span(words)];
    const room = width - displayWidth(glyph) - displayWidth(named) - 2;
    spans[2] = span(truncate(words, Math.max(1, room)));
    return { spans: clickable({ command: needCommand, argument: String(item) }, spans) };
  });
  const urgent = needs.filter(({ isUrgent }) => isUrgent).length;
  return [...lines.slice(0, urgent), ...others, ...lines.slice(urgent)];
}

/** Describes the open items in one sentence for a screen reader. */
export function needsText(page: PolicyPage): Visible {
  const needs = needsOf(page);
  if (needs.length === 0) return v`Everything is approved`;
  const parts = needs.map(({ name, words }) => (name === "" ? words : v`${name} ${words}`));
  return v`needs you: ${parts.join("; ")}`;
}

function needsOf(page: PolicyPage): readonly Need[] {
  const items = needsYou(page);
  const ids = [...shortIds(page.clauses.map(({ id }) => id)), generalName];
  const unseen = unseenWords(page, items);
  return items.flatMap((item, index): readonly Need[] => {
    // One line counts those of a kind, which follow each other.
    const isCounted = item.kind === "weakened" || item.kind === "unseen";
    if (isCounted && items[index - 1]?.kind === item.kind) return [];
    const isUrgent = item.kind !== "single-support" && item.kind !== "unseen";
    return [{ ...needOf(item, page, ids, unseen), isUrgent, item: index }];
  });
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
  unseen: Visible,
): Omit<Need, "item" | "isUrgent"> {
  const { columns } = page;
  const none = v``;
  switch (item.kind) {
    case "errors":
      return { glyph: v`✗`, tone: "error", name: none, words: plural(item.count, "error") };
    case "weakened":
      return {
        glyph: v`▼`,
        tone: "error",
        name: none,
        words: v`${count(weakenedSinceHead(page))} weaker than in HEAD`,
      };
    case "flagged":
      return { glyph: v`⚑`, tone: "error", name: visible(ids[item.clause] ?? ""), words: v`flagged` };
    case "disagreement":
      return { glyph: v`≠`, tone: "error", name: visible(ids[item.clause] ?? ""), words: v`disagreement` };
    case "reopened": {
      const verdicts = partsOf(page)[item.clause]?.review.verdicts ?? [];
      const hasOldFlag = verdicts.some(({ entry, isOld }) => isOld && entry.kind === "flagged");
      const words = v`edited after ${hasOldFlag ? "its flag" : "approval"}`;
      return { glyph: v`↺`, tone: "warn", name: visible(ids[item.clause] ?? ""), words };
    }
    case "open-comment": {
      const words = item.count === 1 ? v`open comment` : v`${count(item.count)} open comments`;
      return { glyph: v`✎`, tone: "accent", name: visible(ids[item.clause] ?? ""), words };
    }
    case "single-support":
      return {
        glyph: v`▲`,
        tone: "warn",
        name: v`${columns[item.column]?.axis ?? ""}`,
        words: v`rests on one clause`,
      };
    case "unseen":
      return { glyph: v`▲`, tone: "warn", name: none, words: unseen };
  }
}
