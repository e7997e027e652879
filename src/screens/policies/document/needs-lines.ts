import { needWords, openCommentWords, weakerWords, withReason } from "../../../policy/review/need-words.ts";
import { sealNeed } from "../../../policy/seal/seal-need.ts";
import { sealLooks } from "../../../tables/seal-looks.ts";
import { type Line, type Tone, clickable, line, span } from "../../../text/line.ts";
import { plural } from "../../../text/numbers.ts";
import { fit, truncate } from "../../../text/truncate.ts";
import { type Visible, v, visible } from "../../../text/visible.ts";
import { displayWidth } from "../../../text/width.ts";
import { wrapProse } from "../../../text/wrap.ts";
import { isHead } from "../compare/changes.ts";
import { changesSinceBaseline, needsYou, type OpenItem } from "../needs-you.ts";
import { head } from "../page/compare-base.ts";
import { isGeneralRow, partsOf, type PolicyPage } from "../page/policy-page.ts";
import { generalName } from "./general-row.ts";
import { shortIds } from "./short-ids.ts";

/** Maximum columns of the name of an item. */
const maxName = 14;
/** Maximum columns of the first error, which are two to four rows. */
const maxErrorColumns = 110;

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
  const columns = Math.min(maxName, longest);
  const drawn = (need: Need) => needLines(need, columns, width);
  return [
    ...needs.filter(({ isUrgent }) => isUrgent).flatMap(drawn),
    ...others,
    ...needs.filter(({ isUrgent }) => !isUrgent).flatMap(drawn),
  ];
}

/** Draws an open item in one line; an error, which is said nowhere else, in as many as it needs. */
function needLines(
  { glyph, tone, name, words, item, kind }: Need,
  columns: number,
  width: number,
): readonly Line[] {
  const named = name === "" ? v`` : fit(truncate(name, columns, { where: "middle" }), columns + 2);
  const lead = [span(v` ${glyph} `, tone), span(named, "strong")];
  const room = kind === "errors" ? maxErrorColumns : width - displayWidth(glyph) - displayWidth(named) - 2;
  const rows = wrapProse(line(...lead, span(truncate(words, Math.max(1, room)))), width, 3);
  const click = { command: needCommand, argument: String(item) };
  return rows.map(({ spans }) => ({ spans: clickable(click, spans) }));
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
  const ids = idsOf(page);
  return items.flatMap((item, index): readonly Need[] => {
    const isUrgent = !calm.has(item.kind);
    const need = { ...needOf(item, page, ids), isUrgent, kind: item.kind, item: index };
    if (item.kind !== "weakened" && item.kind !== "unseen") return [need];
    // One line counts those of a kind, which follow each other.
    if (items[index - 1]?.kind === item.kind) return [];
    const words = item.kind === "unseen" ? unseenWords(page, items) : weakerText(items);
    return [{ ...need, name: v``, words }];
  });
}

/** Describes an open item: `⚑ 502b flagged: no owner`. */
export function itemWords(page: PolicyPage, item: OpenItem): Visible {
  const { glyph, name, words } = needOf(item, page, idsOf(page));
  return v`${glyph} ${name === "" ? "" : `${name} `}${words}`;
}

function idsOf({ clauses }: PolicyPage): readonly string[] {
  return [...shortIds(clauses.map(({ id }) => id)), generalName];
}

function weakerText(items: readonly OpenItem[]): Visible {
  return visible(weakerWords(items.filter(({ kind }) => kind === "weakened").length, head.name));
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
      // The list of changes says which, unless it is that of another version.
      const text = isHead(page.compared) ? "" : (changesSinceBaseline(page)[item.change]?.text ?? "");
      return { glyph: v`▼`, tone: "error", name, words: visible(withReason("weaker than in HEAD", text)) };
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
