import type { Line, Span } from "../../text/line.ts";
import { fitLine, lineWidth, span } from "../../text/line.ts";
import { v } from "../../text/visible.ts";
import type { HeaderItem, Registry } from "../records/registry.ts";
import { navSlice } from "../state/nav.ts";
import type { AppState } from "../state/slice.ts";
import { windowSlice } from "../state/window.ts";
import { keyLabel } from "./key-label.ts";

const name = span(v` hooklens `, "strong");
const gap = span(v` `);

/** Draws the header: tabs on the left, states of the app on the right, as far as they fit. */
export function headerLine(state: AppState, registry: Registry): Line {
  const { columns } = windowSlice.get(state).size;
  let best: Header = { left: [], right: [] };
  for (best of headers(state, registry)) {
    if (lineWidth({ spans: [...best.left, gap, ...best.right] }) <= columns) break;
  }
  const { left, right } = best;
  const room = columns - lineWidth({ spans: left }) - lineWidth({ spans: right });
  return fitLine({ spans: [...left, span(v`${" ".repeat(Math.max(1, room))}`), ...right] }, columns);
}

/**
 * Form of the tabs. Narrow windows have `brief` ones without counts, then only `keys` of the other screens, finally
 * only keys.
 */
type TabForm = "whole" | "brief" | "keys" | "bare";

/** Returns the tabs, the current one in brackets. */
function headerTabs(state: AppState, registry: Registry, form: TabForm): readonly Span[] {
  return registry.tabs.map(({ id, title }) => {
    const [first] = registry.command(`screen.${id}`).keys;
    const key = first === undefined ? null : keyLabel(first);
    const isCurrent = id === navSlice.get(state).screen;
    const screen = registry.screens.find((one) => one.id === id);
    const mark = form === "brief" ? null : (screen?.badge?.(state) ?? null);
    const isKey = key !== null && (form === "bare" || (form === "keys" && !isCurrent));
    const text = isKey ? key : v`${key === null ? "" : `${key} `}${title}${mark === null ? "" : ` ${mark}`}`;
    const shown = isCurrent ? v`[${text}]` : v` ${text} `;
    return { ...span(shown, isCurrent ? "accent" : "muted"), click: { command: `screen.${id}` } };
  });
}

interface Header {
  readonly left: readonly Span[];
  readonly right: readonly Span[];
}

/** Minimum rank of states that outlast the titles of the tabs. */
const tabsRank = 4;

/**
 * Yields the possible headers, best first. Shortens states before tabs, because tabs show where to go; removes less
 * important states before tab titles, others last.
 */
function* headers(state: AppState, registry: Registry): Generator<Header> {
  const items = registry.headerItems(state);
  const { shortened, removed } = steps(items);
  const tabs = (form: TabForm) => headerTabs(state, registry, form);
  const whole = tabs("whole");
  const brief = tabs("brief");
  const keys = tabs("keys");
  const minor = items.filter(
    ({ rank, isKept, isRemovedFirst }) => (rank < tabsRank || isRemovedFirst === true) && !isKept,
  ).length;
  const pairs: readonly [readonly Span[], readonly (readonly Span[])[]][] = [
    [[name, ...whole], shortened],
    [whole, shortened],
    [whole, removed.slice(0, minor + 1)],
    [brief, shortened],
    [brief, removed.slice(0, minor + 1)],
    [[name, ...keys], shortened],
    [keys, removed],
    [tabs("bare"), removed.slice(-1)],
  ];
  for (const [left, rights] of pairs) {
    for (const right of rights) yield { left, right };
  }
}

function removalRank({ rank, isRemovedFirst }: HeaderItem): number {
  return isRemovedFirst === true ? -1 : rank;
}

/** Returns the states, gradually shortened and then removed. */
function steps(items: readonly HeaderItem[]): Readonly<Record<"shortened" | "removed", readonly Span[][]>> {
  const byRank = items.toSorted((one, other) => one.rank - other.rank);
  let shown = new Map(items.map((item) => [item, item.variants[0] ?? []]));
  const drawn = () =>
    items.flatMap((item) => {
      const spans = shown.get(item) ?? [];
      return spans.length === 0 ? [] : [gap, gap, ...spans];
    });
  const shortened = [drawn()];
  for (const item of byRank) {
    for (const variant of item.variants.slice(1)) {
      shown = new Map(shown).set(item, variant);
      shortened.push(drawn());
    }
  }
  const removed = [drawn()];
  const removable = byRank.filter(({ isKept }) => !isKept);
  for (const item of removable.toSorted((one, other) => removalRank(one) - removalRank(other))) {
    shown = new Map(shown).set(item, []);
    removed.push(drawn());
  }
  return { shortened, removed };
}
