import { dateTime, timeOfDay } from "../../../text/clock-time.ts";
import type { Visible } from "../../../text/visible.ts";

/** Formats both ends of a period, with their dates if it is longer than a day of the zone. */
export function rangeTexts(
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
  zone: string,
): readonly [from: Visible, to: Visible] {
  const isOneDay = dateTime(fromMs, zone).slice(0, 10) === dateTime(toMs, zone).slice(0, 10);
  const text = (atMs: number) => (isOneDay ? timeOfDay(atMs, zone) : dateTime(atMs, zone, "minute"));
  return [text(fromMs), text(toMs)];
}
