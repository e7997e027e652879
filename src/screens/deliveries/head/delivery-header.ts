import type { ReadDelivery } from "../../../engine/client.ts";
import type { AuthResult, DeliveryDetail } from "../../../model/delivery.ts";
import { isTest } from "../../../model/test-delivery.ts";
import { originTexts, triesText } from "../../../tables/deliveries.ts";
import { reasonStyleOf } from "../../../tables/outcome-styles.ts";
import { dateTime, type TimeZone } from "../../../text/clock-time.ts";
import { type Line, line, span } from "../../../text/line.ts";
import { plural } from "../../../text/numbers.ts";
import { v, visible } from "../../../text/visible.ts";
import { wrapProse } from "../../../text/wrap.ts";

/** Result of the secret check in words. */
export const secretWords: Readonly<Record<AuthResult, string>> = {
  ok: "secret ok",
  open: "no secret required",
  missing: "secret missing",
  wrong: "secret wrong",
};

/** Formats the detail's header: request; time, secret and size; webhook, relations and problems. */
export function deliveryHeader(detail: ReadDelivery, zone: TimeZone): readonly [Line, Line, Line] {
  const { seq, method, path, receivedAt, bytes, webhookId, auth, violations } = detail;
  const [violation] = violations;
  const others = violations.length > 1 ? ` and ${violations.length - 1} more` : "";
  const other = (seq: number): string => `#${seq}${detail.removed.includes(seq) ? " (removed)" : ""}`;
  const belongs = [
    ...[triesText(detail)].filter((text) => text !== ""),
    ...(detail.bookmark === null ? [] : [`★ ${detail.bookmark}`.trim()]),
    ...(isTest(detail.headers) ? ["test, not from the hub"] : []),
    ...(webhookId === null ? [] : [`webhook ${webhookId}`]),
    ...originTexts(detail, other),
    ...(detail.nextAttemptAt === null
      ? []
      : [`next attempt ${dateTime(Date.parse(detail.nextAttemptAt), zone, "second")}`]),
    ...(detail.dead ? ["all attempts failed"] : []),
    ...(violation === undefined ? [] : [`does not match the schema: ${violation.text}${others}`]),
  ];
  return [
    line(span(v`#${seq} `, "muted"), span(v`${method} ${path}`, "strong")),
    line(
      span(
        v`${dateTime(Date.parse(receivedAt), zone)} · ${secretWords[auth]} · ${plural(bytes, "byte")}`,
        "muted",
      ),
    ),
    line(span(v`${belongs.join(" · ")}`, "muted")),
  ];
}

/** Maximum rows of the reason. */
const maxRows = 3;

/**
 * Formats the error of a failed delivery's last attempt, or its `reason`, in at most 3 rows; empty without either.
 */
export function failureLines(detail: DeliveryDetail, width: number): readonly Line[] {
  const { attempts, outcome, reason } = detail;
  const { glyph, tone } = reasonStyleOf(detail);
  const last = attempts.at(-1);
  const why =
    outcome === "failed" && last !== undefined && last.error !== null
      ? `${last.target}  ${last.error}`
      : reason;
  if (why === null) return [];
  return wrapProse(line(span(v`${glyph} `, tone), span(visible(why))), width, 2).slice(0, maxRows);
}
