import { jobIdOf } from "../model/source-job.ts";
import { formatWatchedItem } from "../model/watched-item.ts";
import type { Webhook } from "../model/webhook.ts";
import { type Span, type Tone, span } from "../text/line.ts";
import { truncate } from "../text/truncate.ts";
import { type Visible, v, visible } from "../text/visible.ts";
import type { Table } from "./column.ts";
import { idColumn } from "./id-column.ts";

export interface WebhookContext {
  /** Operations in progress, by webhook ID. */
  readonly busy: Readonly<Record<string, string>>;
}

export const webhookTable = {
  name: "webhooks",
  columns: {
    status: {
      title: v`status`,
      width: 11,
      cell: (webhook, { busy }) => statusSpan(webhook, busy[webhook.id]),
      print: (webhook) => span(visible(statusText(webhook)), statusTone(webhook)),
      order: statusText,
    },
    id: idColumn,
    target: {
      title: v`target`,
      heading: v`URL OR JOB`,
      width: 12,
      grow: 3,
      cell: (webhook) => span(targetText(webhook)),
      // The middle is cut, since most URLs differ at their ends.
      short: (webhook, width) => truncate(targetText(webhook), width, { where: "middle" }),
      order: targetText,
    },
    watched: {
      title: v`watched`,
      width: 12,
      grow: 2,
      cell: (webhook) => span(visible(watchedText(webhook))),
      short: firstWatched,
      order: watchedText,
    },
    domains: {
      title: v`domains`,
      width: 15,
      drop: 1,
      cell: ({ domains }) => span(v`${domains.length === 0 ? "all" : domains.join(" ")}`, "muted"),
      print: (webhook) => span(visible(domainsText(webhook))),
      order: domainsText,
    },
    secret: {
      title: v`secret`,
      width: 6,
      drop: 3,
      cell: (webhook) => (hasSecret(webhook) ? span(v`set`, "ok") : span(v`none`, "muted")),
      order: (webhook) => Number(hasSecret(webhook)),
    },
  },
  shown: ["status", "id", "target", "watched", "domains"],
  printed: ["id", "target", "status", "watched", "domains"],
} satisfies Table<Webhook, WebhookContext>;

/**
 * Draws the status.
 * @param busy operation in progress, if any
 */
export function statusSpan(webhook: Webhook, busy: string | undefined): Span {
  const { disabled, suspended } = webhook;
  if (busy !== undefined) return span(v`⋯ ${busy}`, "muted");
  const text = suspended ? v`◐ suspended` : disabled ? v`○ disabled` : v`● enabled`;
  return span(text, statusTone(webhook));
}

function statusText({ suspended, status }: Webhook): string {
  return suspended ? "suspended" : status;
}

function statusTone({ disabled, suspended }: Webhook): Tone {
  return suspended ? "error" : disabled ? "muted" : "ok";
}

function hasSecret({ secret }: Webhook): boolean {
  return secret !== null && secret !== "";
}

/** Formats the target: the URL, or the source Job. */
export function targetText({ url, job }: Pick<Webhook, "url" | "job">): Visible {
  if (url !== null) return visible(url);
  const id = jobIdOf({ job });
  return id === "" ? v`job` : v`job ${id}`;
}

export function watchedText({ watched }: Pick<Webhook, "watched">): string {
  return watched.length === 0 ? "none" : watched.map(formatWatchedItem).join(", ");
}

export function domainsText({ domains }: Pick<Webhook, "domains">): string {
  return domains.length === 0 ? "all" : domains.join(", ");
}

/** Formats the first watched item and the number of the others. */
function firstWatched({ watched }: Webhook, width: number): Visible {
  const [first, ...rest] = watched;
  if (first === undefined) return v`none`;
  const more = rest.length === 0 ? v`` : v` +${rest.length}`;
  return v`${truncate(visible(formatWatchedItem(first)), width - more.length, { where: "middle" })}${more}`;
}
