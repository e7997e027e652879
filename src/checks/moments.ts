import { relativeTime, timeAgo } from "../text/relative-time.ts";

/** Returns the age of a time for a sentence. */
export function ago(at: string, nowMs: number): string {
  return timeAgo(Date.parse(at), nowMs);
}

/** Returns the time left until a planned moment for a sentence. */
export function until(at: string, nowMs: number): string {
  const text = relativeTime(Math.max(nowMs, Date.parse(at)), nowMs);
  return text === "now" ? "due now" : text;
}
