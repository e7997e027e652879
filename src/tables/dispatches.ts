import type { Dispatch, DispatchState } from "../model/dispatch.ts";
import type { JobStage } from "../model/job.ts";
import type { LastRun } from "../model/webhook-activity.ts";
import { timeInList, type TimeZone } from "../text/clock-time.ts";
import { reasonOfCode } from "../text/connection-reason.ts";
import { type Span, type Tone, span } from "../text/line.ts";
import { count } from "../text/numbers.ts";
import { relativeTime } from "../text/relative-time.ts";
import { truncate } from "../text/truncate.ts";
import { v, visible } from "../text/visible.ts";
import type { Table } from "./column.ts";
import { eventText, printTime, repoText } from "./values.ts";

export interface DispatchContext {
  readonly nowMs: number;
  /** Zone of the times on the screen. */
  readonly zone: TimeZone;
  /** ID of the dispatch being sent at the user's request, or null. */
  readonly sending: number | null;
}

export const dispatchTable = {
  name: "dispatches",
  columns: {
    id: { title: v`id`, width: 6, align: "right", grow: 0, drop: 3, cell: ({ id }) => span(v`${id}`) },
    time: {
      title: v`time`,
      width: 8,
      grow: 0,
      cell: ({ createdAt }, { nowMs, zone }) => span(timeInList(Date.parse(createdAt), nowMs, zone), "muted"),
      print: ({ createdAt }) => span(printTime(createdAt), "muted"),
    },
    state: {
      title: v`state`,
      width: 12,
      cell({ id, state }, { sending }) {
        const [glyph, tone] = stateStyles[id === sending ? "sending" : state];
        return span(v`${glyph} ${id === sending ? "sending" : state}`, tone);
      },
      print: ({ state }) => span(visible(state), stateStyles[state][1]),
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
      title: v`tries`,
      heading: v`ATTEMPTS`,
      width: 5,
      align: "right",
      drop: 2,
      cell: ({ attemptCount }) => span(count(attemptCount), "muted"),
      print: ({ attemptCount }) => span(v`${attemptCount}`),
    },
    response: {
      title: v`answer`,
      heading: v`LAST`,
      width: 13,
      grow: 2,
      drop: 1,
      cell: answerSpan,
      print: (dispatch) => {
        const { state, lastStatus, lastError, run } = dispatch;
        if (state === "sent" && run?.stage === "ERROR")
          return span(v`${run.message ?? "run failed"}`, "error");
        return span(v`${lastStatus ?? reasonOfCode(lastError ?? "-")}`, stateStyles[state][1]);
      },
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
  shown: ["time", "event", "repo", "attempts", "response"],
  printed: ["id", "time", "event", "repo", "state", "attempts", "response", "next"],
} satisfies Table<Dispatch, DispatchContext>;

const stateStyles: Readonly<Record<DispatchState, readonly [glyph: string, tone: Tone]>> = {
  waiting: ["⋯", "muted"],
  sending: ["⋯", "muted"],
  retrying: ["↻", "warn"],
  held: ["○", "muted"],
  sent: ["✓", "ok"],
  dead: ["✗", "error"],
  "over-quota": ["⊘", "error"],
};

export function dispatchTone({ state, run }: Dispatch): Tone {
  return state === "sent" && run !== null ? runStyles[run.stage][2] : stateStyles[state][1];
}

const runStyles: Readonly<Record<JobStage, readonly [glyph: string, words: string, tone: Tone]>> = {
  SCHEDULING: ["✓", "run started", "ok"],
  RUNNING: ["✓", "run started", "ok"],
  COMPLETED: ["✓", "run completed", "ok"],
  CANCELED: ["○", "run canceled", "warn"],
  ERROR: ["✗", "run failed", "error"],
};

/** Draws the run of a Job that a dispatch started, with the reason of a failure: `✗ exit code 3`. */
function runSpan({ stage, message }: LastRun): Span {
  const [glyph, words, tone] = runStyles[stage];
  return span(v`${glyph} ${stage === "ERROR" ? (message ?? words) : words}`, tone);
}

/** Draws the state and the last result: an error, a status, or the run of a Job. */
function answerSpan(dispatch: Dispatch, { sending }: DispatchContext): Span {
  const state = dispatch.id === sending ? "sending" : dispatch.state;
  const [glyph, tone] = stateStyles[state];
  const { lastStatus, lastError, attemptCount, run } = dispatch;
  if (state === "sent" && run !== null) return runSpan(run);
  const error = lastError === null ? null : reasonOfCode(lastError);
  const started = dispatch.state === "sent" ? "run started" : state;
  const answer = error ?? (attemptCount === 0 ? state : (lastStatus ?? started));
  const isNamed = state === "sending" || state === "held" || state === "over-quota";
  return span(v`${glyph} ${isNamed ? state : answer}`, tone);
}
