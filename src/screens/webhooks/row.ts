import { formatWatchedItem } from "../../model/watched-item.ts";
import type { Webhook } from "../../model/webhook.ts";
import { shortenId } from "../../text/identifiers.ts";
import type { Line, Span } from "../../text/line.ts";
import { span } from "../../text/line.ts";
import { truncate } from "../../text/truncate.ts";
import type { Visible } from "../../text/visible.ts";
import { v, visible } from "../../text/visible.ts";
import type { Column, FittedColumn } from "../../tui/components/table.ts";
import { tableRow } from "../../tui/components/table.ts";

type Name = "status" | "id" | "target" | "watches" | "domains";

export const webhookColumns: readonly Column<Name>[] = [
  { name: "status", title: v`status`, width: 11 },
  { name: "id", title: v`id`, width: 10, drop: 2 },
  { name: "target", title: v`target`, width: 12, grow: 3 },
  { name: "watches", title: v`watched`, width: 14, grow: 2 },
  { name: "domains", title: v`domains`, width: 15, drop: 1 },
];

/** Draws a webhook as a row. */
export function webhookRow(
  webhook: Webhook,
  columns: readonly FittedColumn<Name>[],
  width: number,
  selected: boolean,
  busy: string | undefined,
): Line {
  return tableRow(columns, width, selected, (name, columns) => cell(webhook, name, columns, busy));
}

export function statusSpan({ disabled, suspended }: Webhook, busy: string | undefined): Span {
  if (busy !== undefined) return span(v`⋯ ${busy}`, "muted");
  if (suspended) return span(v`◐ suspended`, "error");
  return disabled ? span(v`○ disabled`, "muted") : span(v`● enabled`, "ok");
}

/** Formats the target: the URL, or the source Job. */
export function targetText({ url, job }: Webhook): Visible {
  if (url !== null) return visible(url);
  const id = job?.["id"];
  return typeof id === "string" ? v`job ${id}` : v`job`;
}

function cell(webhook: Webhook, name: Name, width: number, busy: string | undefined): Span {
  switch (name) {
    case "status":
      return statusSpan(webhook, busy);
    case "id":
      return span(shortenId(webhook.id), "muted");
    case "target":
      // The middle is cut, since most URLs differ at their ends.
      return span(truncate(targetText(webhook), width, { where: "middle" }));
    case "watches":
      return span(watches(webhook, width));
    case "domains":
      return span(v`${webhook.domains.length === 0 ? "all" : webhook.domains.join(" ")}`, "muted");
  }
}

function watches({ watched }: Webhook, width: number): Visible {
  const [first, ...rest] = watched;
  if (first === undefined) return v`none`;
  const more = rest.length === 0 ? v`` : v` +${rest.length}`;
  return v`${truncate(visible(formatWatchedItem(first)), width - more.length, { where: "middle" })}${more}`;
}
