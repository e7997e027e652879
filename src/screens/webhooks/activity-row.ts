import type { Dispatch, DispatchState } from "../../model/dispatch.ts";
import type { Line, Span, Tone } from "../../text/line.ts";
import { span } from "../../text/line.ts";
import { count } from "../../text/numbers.ts";
import { relativeTime } from "../../text/relative-time.ts";
import { truncate } from "../../text/truncate.ts";
import { v } from "../../text/visible.ts";
import type { Column, FittedColumn } from "../../tui/components/table.ts";
import { tableRow } from "../../tui/components/table.ts";

type Name = "time" | "state" | "event" | "repo" | "attempts" | "response";

export const dispatchColumns: readonly Column<Name>[] = [
  { name: "time", title: v`time`, width: 6 },
  { name: "state", title: v`state`, width: 12 },
  { name: "event", title: v`event`, width: 19 },
  { name: "repo", title: v`repo`, width: 12, grow: 3 },
  { name: "attempts", title: v`attempts`, width: 8, align: "right", drop: 2 },
  { name: "response", title: v`last response`, width: 13, grow: 2, drop: 1 },
];

const states: Readonly<Record<DispatchState, readonly [glyph: string, tone: Tone]>> = {
  waiting: ["⋯", "muted"],
  sending: ["⋯", "muted"],
  retrying: ["↻", "warn"],
  held: ["○", "muted"],
  sent: ["✓", "ok"],
  dead: ["✗", "error"],
  "over-quota": ["⊘", "error"],
};

/**
 * Draws a dispatch as a row.
 * @param replaying true while the dispatch is replayed
 */
export function dispatchRow(
  dispatch: Dispatch,
  columns: readonly FittedColumn<Name>[],
  width: number,
  selected: boolean,
  nowMs: number,
  replaying: boolean,
): Line {
  return tableRow(columns, width, selected, (name, room) => cell(dispatch, name, room, nowMs, replaying));
}

function cell(dispatch: Dispatch, name: Name, width: number, nowMs: number, replaying: boolean): Span {
  switch (name) {
    case "time":
      return span(relativeTime(Date.parse(dispatch.createdAt), nowMs), "muted");
    case "state": {
      const [glyph, tone] = replaying ? states.sending : states[dispatch.state];
      return span(v`${glyph} ${replaying ? "sending" : dispatch.state}`, tone);
    }
    case "event":
      return span(v`${dispatch.event.scope} ${dispatch.event.action}`);
    case "repo": {
      const { type, name: repo } = dispatch.repo;
      return span(truncate(v`${type}:${repo}`, width, { where: "middle" }));
    }
    case "attempts":
      return span(count(dispatch.attemptCount), "muted");
    case "response":
      return responseSpan(dispatch);
  }
}

/** Draws the last error or status, or that a Job run was started; `—` before the first attempt. */
function responseSpan({ lastStatus, lastError, attemptCount, state }: Dispatch): Span {
  if (attemptCount === 0) return span(v`—`, "muted");
  if (lastError !== null) return span(v`${lastError}`, "error");
  if (lastStatus === null) return span(state === "sent" ? v`run started` : v`—`, "muted");
  return span(v`${lastStatus}`, lastStatus < 300 ? "ok" : "error");
}
