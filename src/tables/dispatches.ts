import type { Dispatch, DispatchState } from "../model/dispatch.ts";
import { type Span, type Tone, span } from "../text/line.ts";
import { count } from "../text/numbers.ts";
import { relativeTime } from "../text/relative-time.ts";
import { truncate } from "../text/truncate.ts";
import { v, visible } from "../text/visible.ts";
import type { Table } from "./column.ts";
import { eventText, printTime, repoText } from "./values.ts";

export interface DispatchContext {
  readonly nowMs: number;
  /** ID of the dispatch that is replayed; null if there is none. */
  readonly replaying: number | null;
}

export const dispatchTable = {
  name: "dispatches",
  columns: {
    id: { title: v`id`, width: 6, align: "right", grow: 0, drop: 3, cell: ({ id }) => span(v`${id}`) },
    time: {
      title: v`time`,
      width: 6,
      timed: true,
      cell: ({ createdAt }, { nowMs }) => span(relativeTime(Date.parse(createdAt), nowMs), "muted"),
      print: ({ createdAt }) => span(printTime(createdAt), "muted"),
    },
    state: {
      title: v`state`,
      width: 12,
      cell({ id, state }, { replaying }) {
        const [glyph, tone] = looks[id === replaying ? "sending" : state];
        return span(v`${glyph} ${id === replaying ? "sending" : state}`, tone);
      },
      print: ({ state }) => span(visible(state), looks[state][1]),
    },
    event: {
      title: v`event`,
      width: 12,
      grow: 6,
      cell: ({ event }) => span(v`${event.scope} ${event.action}`),
      print: (dispatch) => span(visible(eventText(dispatch))),
    },
    repo: {
      title: v`repo`,
      width: 12,
      grow: 5,
      drop: 0,
      cell: (dispatch) => span(visible(repoText(dispatch))),
      short: (dispatch, width) => truncate(visible(repoText(dispatch)), width, { where: "middle" }),
    },
    attempts: {
      title: v`attempts`,
      width: 8,
      align: "right",
      drop: 2,
      cell: ({ attemptCount }) => span(count(attemptCount), "muted"),
      print: ({ attemptCount }) => span(v`${attemptCount}`),
    },
    response: {
      title: v`last response`,
      heading: v`LAST`,
      width: 13,
      grow: 2,
      drop: 1,
      cell: responseSpan,
      print: ({ state, lastStatus, lastError }) =>
        span(v`${lastStatus ?? lastError ?? "-"}`, looks[state][1]),
    },
    next: {
      title: v`next attempt`,
      heading: v`NEXT`,
      width: 12,
      drop: 4,
      timed: true,
      cell: ({ nextAttemptAt }, { nowMs }) =>
        // An overdue attempt is shown as due now.
        span(
          nextAttemptAt === null ? v`` : relativeTime(Math.max(nowMs, Date.parse(nextAttemptAt)), nowMs),
          "muted",
        ),
      print: ({ nextAttemptAt }) => span(printTime(nextAttemptAt)),
    },
  },
  shown: ["time", "state", "event", "repo", "attempts", "response"],
  printed: ["id", "time", "event", "repo", "state", "attempts", "response", "next"],
} satisfies Table<Dispatch, DispatchContext>;

const looks: Readonly<Record<DispatchState, readonly [glyph: string, tone: Tone]>> = {
  waiting: ["⋯", "muted"],
  sending: ["⋯", "muted"],
  retrying: ["↻", "warn"],
  held: ["○", "muted"],
  sent: ["✓", "ok"],
  dead: ["✗", "error"],
  "over-quota": ["⊘", "error"],
};

export function dispatchTone({ state }: Dispatch): Tone {
  return looks[state][1];
}

/** Draws the last error or status, or that a Job run was started; `—` before the first attempt. */
function responseSpan({ lastStatus, lastError, attemptCount, state }: Dispatch): Span {
  if (attemptCount === 0) return span(v`—`, "muted");
  if (lastError !== null) return span(v`${lastError}`, "error");
  if (lastStatus === null) return span(state === "sent" ? v`run started` : v`—`, "muted");
  return span(v`${lastStatus}`, lastStatus < 300 ? "ok" : "error");
}
