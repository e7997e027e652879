import { type ListedWebhook, targetText, targetWords } from "../tables/webhooks.ts";
import type { Visible } from "../text/visible.ts";

/** Heading above the webhooks with the same target. */
export interface WebhookHeading {
  /** Differs from the ID of every webhook. */
  readonly id: string;
  readonly heading: Visible;
  /** Number of webhooks below. */
  readonly count: number;
}

/** Line of the list. */
export type ListLine = ListedWebhook | WebhookHeading;

const grouped = new WeakMap<readonly ListedWebhook[], readonly ListLine[]>();

/** Groups webhooks below headings of their targets, in the order of the first webhook of each, once for each list. */
export function withHeadings(webhooks: readonly ListedWebhook[]): readonly ListLine[] {
  const known = grouped.get(webhooks);
  if (known !== undefined) return known;
  const lines = [...Map.groupBy(webhooks, targetText)].flatMap(([target, group]): readonly ListLine[] => {
    const [first] = group;
    if (first === undefined) return [];
    const heading = targetWords(first, first.isHere === true);
    return [{ id: `target ${target}`, heading, count: group.length }, ...group];
  });
  grouped.set(webhooks, lines);
  return lines;
}

const places = new WeakMap<readonly { readonly id: string }[], ReadonlyMap<string, number>>();

/** Returns the indexes of the lines by their IDs, once for each list. */
export function placesOf(lines: readonly { readonly id: string }[]): ReadonlyMap<string, number> {
  const known = places.get(lines) ?? new Map(lines.map(({ id }, index) => [id, index]));
  places.set(lines, known);
  return known;
}
