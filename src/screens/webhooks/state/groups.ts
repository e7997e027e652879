import type { ListedWebhook } from "../../../tables/webhooks.ts";
import { memo } from "../../../text/memo.ts";
import { type Visible, v, visible } from "../../../text/visible.ts";

/** Heading above webhooks that send to the same host. */
export interface WebhookHeading {
  /** Differs from the ID of every webhook. */
  readonly id: string;
  readonly heading: Visible;
  /** Number of webhooks below. */
  readonly count: number;
}

/** Line of the list. */
export type ListLine = ListedWebhook | WebhookHeading;

const here = "here";
const jobs = "Jobs";

/**
 * Groups webhooks under headings of their hosts, in the order of their first webhooks, once per list. Hosts with one
 * webhook, named in its row, come together at the end.
 */
export const withHeadings = memo((webhooks: readonly ListedWebhook[]): readonly ListLine[] => {
  const hosts = [...Map.groupBy(webhooks, hostOf)];
  const isAlone = ([host, { length }]: (typeof hosts)[number]) =>
    length === 1 && host !== here && host !== jobs;
  const alone = hosts.filter(isAlone);
  const groups = alone.length < 2 ? hosts : hosts.filter((one) => !isAlone(one));
  const rest = alone.length < 2 ? [] : alone.flatMap(([, group]) => group);
  return [
    ...groups.flatMap(([host, group]) => linesOf(visible(host), group)),
    ...(rest.length === 0 ? [] : linesOf(v`other hosts`, rest)),
  ];
});

function linesOf(heading: Visible, group: readonly ListedWebhook[]): readonly ListLine[] {
  return [{ id: `host ${heading}`, heading, count: group.length }, ...group];
}

/** Returns the host and port that a webhook sends to. */
function hostOf({ url, isHere }: ListedWebhook): string {
  if (isHere === true) return here;
  return url === null ? jobs : (URL.parse(url)?.host ?? url);
}

/** Returns the indexes of the lines by their IDs, once for each list. */
export const placesOf = memo(
  (lines: readonly { readonly id: string }[]): ReadonlyMap<string, number> =>
    new Map(lines.map(({ id }, index) => [id, index])),
);
