import type { Webhook } from "../../../model/webhook.ts";
import { domainsText, targetText, watchedText } from "../../../tables/webhooks.ts";
import { padEnd } from "../../../text/truncate.ts";
import { type Visible, v, visible } from "../../../text/visible.ts";

type Part = readonly [name: string, read: (webhook: Webhook) => string];

/**
 * Lists the changed parts of a webhook, or all parts of a new one. A secret is printed only if `showSecret`
 * is set.
 * @param before null for a new webhook
 */
export function changeLines(before: Webhook | null, after: Webhook, showSecret: boolean): readonly Visible[] {
  const parts: readonly Part[] = [
    [after.url === null ? "job" : "url", targetText],
    ["watched", watchedText],
    ["domains", domainsText],
  ];
  const lines = parts
    .map(([name, read]): [string, string | null, string] => [name, before && read(before), read(after)])
    .filter(([, was, is]) => was !== is)
    .map(([name, was, is]) => line(name, was, is));
  if ((before?.secret ?? "") !== (after.secret ?? "")) {
    const word = (secret: string | null): string => (secret ? (showSecret ? secret : "set") : "none");
    const was = before && word(before.secret);
    const is = word(after.secret);
    lines.push(line("secret", was, was === "set" && is === "set" ? "changed" : is));
  }
  return lines.length === 0 ? [v`  nothing to change`] : lines;
}

function line(name: string, was: string | null, is: string): Visible {
  const label = padEnd(visible(name), 8);
  return was === null ? v`  ${label} ${is}` : v`  ${label} ${was} → ${is}`;
}
