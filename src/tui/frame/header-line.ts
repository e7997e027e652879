import type { Line, Span } from "../../text/line.ts";
import { fitLine, lineWidth, span } from "../../text/line.ts";
import { v } from "../../text/visible.ts";
import type { Registry } from "../registry.ts";
import { navSlice } from "../state/nav.ts";
import type { AppState } from "../state/slice.ts";
import { windowSlice } from "../state/window.ts";
import { keyLabel } from "./key-label.ts";

/** State at the right of the header. */
export interface HeaderItem {
  /** Texts from the longest to the shortest. */
  readonly variants: readonly (readonly Span[])[];
  /** Importance: items with a lower rank are shortened and removed first. */
  readonly rank: number;
  /** True if the item is never removed. */
  readonly isKept: boolean;
}

const name = span(v` hooklens `, "strong");
const gap = span(v` `);

/** Draws the header: the tabs on the left and the states of the app on the right, as far as they fit. */
export function headerLine(state: AppState, registry: Registry): Line {
  const { columns } = windowSlice.get(state).size;
  const fits = ({ left, right }: Header) => lineWidth({ spans: [...left, gap, ...right] }) <= columns;
  const all = headers(state, registry);
  const { left, right } = all.find(fits) ?? all.at(-1) ?? { left: [], right: [] };
  const room = columns - lineWidth({ spans: left }) - lineWidth({ spans: right });
  return fitLine({ spans: [...left, span(v`${" ".repeat(Math.max(1, room))}`), ...right] }, columns);
}

/** Returns the tabs, the current one in brackets; abbreviated, the others are only their keys. */
function headerTabs(state: AppState, registry: Registry, abbreviated: boolean): readonly Span[] {
  return registry.screens.map(({ id, title, badge }) => {
    const [first] = registry.command(`screen.${id}`).keys;
    const key = first === undefined ? null : keyLabel(first);
    const isCurrent = id === navSlice.get(state).screen;
    const mark = badge?.(state) ?? null;
    const whole = v`${key === null ? v`` : v`${key} `}${title}${mark === null ? "" : v` ${mark}`}`;
    const shown = isCurrent ? v`[${whole}]` : v` ${abbreviated ? (key ?? title) : whole} `;
    return { ...span(shown, isCurrent ? "accent" : "muted"), click: { command: `screen.${id}` } };
  });
}

interface Header {
  readonly left: readonly Span[];
  readonly right: readonly Span[];
}

/** Returns the possible headers, best first: states are shortened, then tabs, and states removed at last. */
function headers(state: AppState, registry: Registry): readonly Header[] {
  const items = registry.headerItems(state);
  const { shortened, removed } = steps(items);
  const tabs = headerTabs(state, registry, false);
  const keys = headerTabs(state, registry, true);
  return [
    ...shortened.map((right) => ({ left: [name, ...tabs], right })),
    ...shortened.map((right) => ({ left: [name, ...keys], right })),
    ...removed.map((right) => ({ left: keys, right })),
  ];
}

/** Returns the states with more and more of them shortened, and then with more and more of them removed. */
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
  for (const item of byRank.filter(({ isKept }) => !isKept)) {
    shown = new Map(shown).set(item, []);
    removed.push(drawn());
  }
  return { shortened, removed };
}
