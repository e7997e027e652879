import { zoneName } from "../../text/clock-time.ts";
import type { Line, Span } from "../../text/line.ts";
import { fitLine, line, lineWidth, span } from "../../text/line.ts";
import { toneStyles } from "../../text/tone-styles.ts";
import { v } from "../../text/visible.ts";
import { displayWidth } from "../../text/width.ts";
import { shownScreen } from "../focus.ts";
import type { Registry } from "../records/registry.ts";
import { messagesSlice, type Toast } from "../state/messages.ts";
import { preferencesSlice } from "../state/preferences.ts";
import type { AppState } from "../state/slice.ts";
import { windowSlice } from "../state/window.ts";
import { keySpan } from "./key-label.ts";

/**
 * Draws a toast that fits, a lasting problem, or the screen's status; the time zone at the right if there is room.
 */
export function statusLine(state: AppState, registry: Registry): Line {
  const { columns } = windowSlice.get(state).size;
  const status = { spans: statusSpans(state, registry) };
  const zone = zoneLines(state, registry).find((one) => lineWidth(status) + lineWidth(one) < columns);
  if (zone === undefined) return fitLine(status, columns);
  return { spans: [...fitLine(status, columns - lineWidth(zone)).spans, ...zone.spans] };
}

/** Draws the zone's name, with and without the key that switches it. */
function zoneLines(state: AppState, registry: Registry): readonly Line[] {
  const { zone, otherZone, namesZone } = preferencesSlice.get(state);
  if (!namesZone) return [];
  const { nowMs } = windowSlice.get(state);
  const name = line(span(v`${zoneName(nowMs, zone)} `, "muted"));
  const { keys, disabledReason } = registry.command("app.zone");
  if (keys.length === 0 || disabledReason?.(state, registry) !== null) return [name];
  const key = keySpan(registry, "app.zone");
  const other = span(v` for ${zoneName(nowMs, otherZone)} `, "muted");
  return [line(span(v`${zoneName(nowMs, zone)} · `, "muted"), key, other), name];
}

function statusSpans(state: AppState, registry: Registry): readonly Span[] {
  const toast = toastOf(state, registry);
  if (toast !== undefined && !isTooLong(state, toast)) return [toastSpan(toast)];
  // An error that does not fit is shown in a box.
  if (toast?.tone === "error") return [];
  return lastingStatus(state, registry);
}

/** Returns a lasting problem unless the panes explain it, otherwise the screen's status. */
export function lastingStatus(state: AppState, registry: Registry): readonly Span[] {
  const screen = shownScreen(registry, state);
  const problem = registry.problem(state);
  return problem === null || problem === screen.shownError?.(state)
    ? screen.status(state, registry)
    : [problemSpan(problem)];
}

/** Draws a lasting problem. */
export function problemSpan(why: string): Span {
  return span(v` ${toneStyles.error.glyph} ${why}`, "error");
}

const tonesByWeight = ["error", "warn", "ok"] as const;

/**
 * Returns the newest of the most severe toasts that the panes do not explain: a later toast must not hide an error.
 */
export function toastOf(state: AppState, registry: Registry): Toast | undefined {
  const shown = shownScreen(registry, state).shownError?.(state) ?? null;
  const toasts = messagesSlice.get(state).toasts.filter(({ text }) => text !== shown);
  const worst = tonesByWeight.find((tone) => toasts.some((toast) => toast.tone === tone));
  return toasts.findLast(({ tone }) => tone === worst);
}

function toastSpan({ tone, text }: Toast): Span {
  return span(v` ${toneStyles[tone].glyph} ${text}`, tone);
}

/** Returns true if a toast needs a box to show its final hint. Others are truncated. */
export function isTooLong(state: AppState, toast: Toast): boolean {
  const size = windowSlice.get(state).size;
  return toast.tone !== "ok" && !toast.isPassing && displayWidth(toastSpan(toast).text) > size.columns;
}
