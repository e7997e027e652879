import type { ReadDelivery } from "../../../engine/client.ts";
import { isTest } from "../../../model/test-delivery.ts";
import { dateTime, type TimeZone } from "../../../text/clock-time.ts";
import { span } from "../../../text/line.ts";
import { plural } from "../../../text/numbers.ts";
import { truncate } from "../../../text/truncate.ts";
import { type Visible, v, visible } from "../../../text/visible.ts";
import type { WholeLine } from "../../../tui/viewer/text-content.ts";
import { originLines, recoveryLines } from "./related-lines.ts";
import { labeled } from "./sections.ts";

/** Columns of a hash: people compare the ends. */
const sha256Columns = 21;

/** Lists the facts in the header of a one-pane detail. */
export function factLines(detail: ReadDelivery, zone: TimeZone): readonly WholeLine[] {
  const { method, path, receivedAt, webhookId, route, headers, bytes, sha256, bookmark } = detail;
  const messageId = headers.find(([name]) => name.toLowerCase() === "webhook-id")?.[1] ?? null;
  const rows: readonly (readonly [string, Visible | null])[] = [
    ["bookmark", bookmark === null ? null : visible(`★ ${bookmark}`.trim())],
    ["request", v`${method} ${path}`],
    ["received", dateTime(Date.parse(receivedAt), zone)],
    ["route", route === null ? null : visible(route)],
    ["test", isTest(headers) ? v`sent by hooklens, not by the hub` : null],
    ["webhook", webhookId === null ? null : visible(webhookId)],
    ["message id", messageId === null ? null : visible(messageId)],
    ["size", v`${plural(bytes, "byte")}`],
    ["sha256", sha256 === null ? null : truncate(visible(sha256), sha256Columns, { where: "middle" })],
  ];
  return [
    ...rows.flatMap(([label, text]) => (text === null ? [] : [labeled(label, span(text))])),
    ...originLines(detail),
    ...recoveryLines(detail),
  ];
}

/** Lists the pages that the payload names. */
export function pageLines({ links }: ReadDelivery): readonly WholeLine[] {
  return links.map(({ to, url }) => labeled(to, { ...span(visible(url), "accent"), href: url }));
}
