import type { Webhook } from "../../model/webhook.ts";
import { padEnd } from "../../text/truncate.ts";
import { type Visible, v, visible } from "../../text/visible.ts";
import { domainsText, watchedText, webhookTarget } from "./webhook-answer.ts";

type Part = readonly [name: string, read: (webhook: Webhook) => string];

/**
 * What changes from one state of a webhook to another, a line for each part; all of its parts where there was none before.
 * A changed secret is said to change, and shown only on request.
 */
export function changeLines(before: Webhook | null, after: Webhook, showSecret: boolean): readonly Visible[] {
  const parts: readonly Part[] = [
    [after.url === null ? "job" : "url", webhookTarget],
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
    lines.push(line("secret", was, was === "set" && is === "set" ? "another one" : is));
  }
  return lines.length === 0 ? [v`  nothing: it is so already`] : lines;
}

function line(name: string, was: string | null, is: string): Visible {
  const label = padEnd(visible(name), 8);
  return was === null ? v`  ${label} ${is}` : v`  ${label} ${was} → ${is}`;
}
