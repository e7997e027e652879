import { jobIdOf } from "../model/source-job.ts";
import { formatWatchedItem } from "../model/watched-item.ts";
import type { WebhookActivity } from "../model/webhook-activity.ts";
import type { Webhook } from "../model/webhook.ts";
import { redactUrl } from "../text/credential-names.ts";
import { shortenId } from "../text/identifiers.ts";
import { type Span, span, type Tone } from "../text/line.ts";
import { shellLine } from "../text/shell-word.ts";
import { truncate } from "../text/truncate.ts";
import { v, type Visible, visible } from "../text/visible.ts";
import { displayWidth } from "../text/width.ts";
import { idColumn, type Table } from "./column.ts";
import {
  attemptsOf,
  lastDuration,
  lastSpan,
  queuedOf,
  queueSpan,
  quotaSpan,
  rateSpan,
  sparkSpan,
  sparkWidth,
  spokenAttempts,
  spokenLast,
  spokenQueue,
  spokenQuota,
  successRate,
  tookSpan,
} from "./webhook-activity-cells.ts";

/** Webhook of the list, with additional known facts; a command knows only the fields. */
export interface ListedWebhook extends Webhook {
  /** Local name given by the user, or null. */
  readonly name?: string | null;
  /** Null if nothing was sent to it. */
  readonly activity?: WebhookActivity | null;
  /** True if it sends to this app's receiver. */
  readonly isHere?: boolean;
  /** True if its URL is a past one of this app's receiver, without a listener now. */
  readonly isNowhere?: boolean;
  readonly health?: Span;
}

export interface WebhookContext {
  readonly nowMs: number;
  /** Operations in progress, by webhook ID. */
  readonly busy: Readonly<Record<string, string>>;
}

export const webhookTable = {
  name: "webhooks",
  columns: {
    state: {
      title: v``,
      width: 1,
      cell: (webhook, { busy }) => stateSpan(webhook, busy[webhook.id]),
      print: (webhook, { busy }) =>
        span(visible(busy[webhook.id] ?? statusText(webhook)), statusTone(webhook)),
      order: statusText,
    },
    webhook: {
      title: v`webhook`,
      width: 10,
      grow: 0,
      cell: (webhook) => span(nameText(webhook), webhook.name === null ? "muted" : "plain"),
      order: ({ name, id }) => name ?? id,
      print: ({ name, id }) => span(visible(name ?? id)),
    },
    status: {
      title: v`status`,
      width: 11,
      cell: (webhook, { busy }) => statusSpan(webhook, busy[webhook.id]),
      print: (webhook) => span(visible(statusText(webhook)), statusTone(webhook)),
      order: statusText,
    },
    id: idColumn,
    name: {
      title: v`name`,
      width: 10,
      grow: 0,
      drop: 4,
      cell: ({ name }) => span(visible(name ?? "")),
      order: ({ name }) => name ?? null,
    },
    target: {
      title: v`target`,
      heading: v`URL OR JOB`,
      width: 12,
      wanted: 30,
      grow: 3,
      drop: 1,
      cell: (webhook) => span(wordsOf(webhook)),
      short: shortTarget,
      print: (webhook) => span(targetText(webhook)),
      order: wordsOf,
    },
    watched: {
      title: v`watched`,
      width: 12,
      wanted: 18,
      grow: 2,
      drop: 5,
      cell: (webhook) => span(visible(watchedText(webhook))),
      short: firstWatched,
      order: watchedText,
    },
    health: {
      title: v`health`,
      // Values are whole: they matter most.
      width: 18,
      grow: 0,
      cell: ({ health }) => health ?? span(v``),
      // Its words are in the facts, too.
      short: ({ health }, width) => truncate(visible((health?.text ?? "").replace(/ waits?$/, "")), width),
      print: ({ health }) => span(health === undefined ? v`` : spokenHealth(health.text)),
      // The worst are first.
      order: ({ health }) =>
        health === undefined ? null : `${severities.indexOf(health.tone)} ${health.text}`,
    },
    hours: {
      title: v`last 24 h`,
      width: sparkWidth,
      drop: 7,
      givesWay: true,
      timed: true,
      cell: ({ activity = null }, { nowMs }) => sparkSpan(activity, nowMs),
      print: ({ activity = null }) => span(spokenAttempts(activity)),
      order: ({ activity = null }) => attemptsOf(activity),
    },
    last: {
      title: v`last`,
      width: 9,
      drop: 6,
      timed: true,
      cell: ({ activity = null }, { nowMs }) => lastSpan(activity, nowMs),
      print: ({ activity = null }) => span(spokenLast(activity)),
      order: ({ activity = null }) => {
        const last = activity?.last ?? null;
        return last === null ? null : Date.parse(last.at);
      },
    },
    took: {
      title: v`took`,
      width: 6,
      align: "right",
      drop: 11,
      isExtra: true,
      cell: ({ activity = null }) => tookSpan(activity),
      order: ({ activity = null }) => lastDuration(activity),
    },
    rate: {
      title: v`ok`,
      width: 5,
      align: "right",
      drop: 8,
      givesWay: true,
      cell: ({ activity = null }) => rateSpan(activity),
      print: ({ activity = null }) => span(attemptsOf(activity) === 0 ? v`` : rateSpan(activity).text),
      order: ({ activity = null }) => successRate(activity),
    },
    queue: {
      title: v`queue`,
      width: 6,
      align: "right",
      drop: 9,
      givesWay: true,
      cell: ({ activity = null }) => queueSpan(activity),
      print: ({ activity = null }) => span(spokenQueue(activity)),
      order: ({ activity = null }) => queuedOf(activity),
    },
    quota: {
      title: v`quota`,
      width: 9,
      drop: 10,
      isExtra: true,
      cell: ({ activity = null }) => quotaSpan(activity),
      print: ({ activity = null }) => span(spokenQuota(activity)),
      order: ({ activity = null }) => activity?.triggers?.used ?? null,
    },
    domains: {
      title: v`domains`,
      width: 15,
      drop: 12,
      isExtra: true,
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
  shown: [
    "state",
    "webhook",
    "target",
    "watched",
    "health",
    "hours",
    "last",
    "took",
    "rate",
    "queue",
    "quota",
    "domains",
  ],
  printed: ["id", "target", "status", "watched", "domains"],
  spoken: [
    "webhook",
    "state",
    "target",
    "watched",
    "health",
    "hours",
    "last",
    "took",
    "rate",
    "queue",
    "quota",
  ],
} satisfies Table<ListedWebhook, WebhookContext>;

/** Tones of the health, the worst first. */
const severities: readonly Tone[] = ["error", "warn", "muted", "ok"];

/** Health in words: a screen reader does not read its glyphs. */
function spokenHealth(text: string): Visible {
  if (text === "✓") return v`ok`;
  return visible(text.replace(/^[^\p{L}\p{N}] /u, "").replace("×", "times "));
}

/** Returns the local name of a webhook, otherwise its shortened ID. */
export function nameText({ name, id }: Pick<ListedWebhook, "name" | "id">): Visible {
  return name === null || name === undefined ? shortenId(id) : visible(name);
}

function wordsOf(webhook: ListedWebhook): Visible {
  return targetWords(webhook, webhook.isHere === true);
}

/**
 * Draws the status.
 * @param busy operation in progress, if any
 */
export function statusSpan(webhook: Webhook, busy: string | undefined): Span {
  const { text, tone } = stateSpan(webhook, busy);
  return span(v`${text} ${busy ?? statusText(webhook)}`, tone);
}

/** Draws the glyph of the status. */
function stateSpan(webhook: Webhook, busy: string | undefined): Span {
  if (busy !== undefined) return span(v`⋯`, "muted");
  const glyph = webhook.suspended ? v`◐` : webhook.disabled ? v`○` : webhook.held === true ? v`◌` : v`●`;
  return span(glyph, statusTone(webhook));
}

function statusText({ suspended, disabled, held, status }: Webhook): string {
  if (suspended) return "suspended";
  return held === true && !disabled ? "held" : status;
}

function statusTone({ disabled, suspended, held }: Webhook): Tone {
  if (suspended) return "error";
  if (disabled) return "muted";
  return held === true ? "warn" : "ok";
}

function hasSecret({ secret }: Webhook): boolean {
  return secret !== null && secret !== "";
}

type Target = Pick<Webhook, "url" | "job">;

/** Formats the target: the URL, its credentials redacted, or the source Job. */
export function targetText({ url, job }: Target): Visible {
  if (url !== null) return visible(redactUrl(url));
  const id = jobIdOf({ job });
  return id === "" ? v`job` : v`job ${id}`;
}

/**
 * Formats the target in words: `here /webhooks/inbox` for this app's receiver, `hooks.acme.example /hf`, or
 * `job python train.py`.
 * @param isHere true if the URL is one of this app's receiver
 */
export function targetWords({ url, job }: Target, isHere: boolean): Visible {
  const parsed = url === null ? null : URL.parse(redactUrl(url));
  if (parsed !== null) {
    const { host, pathname, search } = parsed;
    const path = `${pathname}${search}`;
    return isHere ? v`here ${path}` : path === "/" ? visible(host) : v`${host} ${path}`;
  }
  const command = job?.["command"];
  if (url !== null || !Array.isArray(command)) return targetText({ url, job });
  return v`job ${shellLine(command.map(String))}`;
}

/** Cuts the host of a target, then the start of its path: URLs differ mostly in their ports and at their ends. */
function shortTarget(webhook: ListedWebhook, width: number): Visible {
  const words = wordsOf(webhook);
  if (webhook.url === null) return truncate(words, width);
  const [, host = "", port, path] = /^(.+?)(:\d+)( .*)?$/.exec(words) ?? [];
  if (port === undefined) return truncate(words, width, { where: "middle" });
  const end = visible(`${port}${path ?? ""}`);
  const room = Math.max(1, width - displayWidth(end));
  const cut = v`${truncate(visible(host), room)}${end}`;
  return displayWidth(cut) <= width
    ? cut
    : v`…${port} ${truncate(visible((path ?? "").trim()), width - port.length - 2, { where: "start" })}`;
}

export function watchedText({ watched }: Pick<Webhook, "watched">): string {
  return watched.length === 0 ? "none" : watched.map(formatWatchedItem).join(", ");
}

export function domainsText({ domains }: Pick<Webhook, "domains">): string {
  return domains.length === 0 ? "all" : domains.join(", ");
}

/** Formats the first watched item, with a short type, and the number of the others. */
function firstWatched({ watched }: Webhook, width: number): Visible {
  const [first, ...rest] = watched;
  if (first === undefined) return v`none`;
  const more = rest.length === 0 ? v`` : v` +${rest.length}`;
  const item = visible(formatWatchedItem(first).replace(/^dataset:/, "ds:"));
  return v`${truncate(item, width - more.length, { where: "middle" })}${more}`;
}
