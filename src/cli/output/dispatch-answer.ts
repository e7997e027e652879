import type { Dispatch, DispatchAttempt, DispatchDetail } from "../../model/dispatch.ts";
import type { Line, Tone } from "../../text/line.ts";
import { type Visible, v } from "../../text/visible.ts";
import { eventText, repoText } from "./delivery-answer.ts";
import { attemptLine, bodyLines, part, replyJson, replyLines, section } from "./detail-parts.ts";
import type { Column } from "./table.ts";

/** The columns of `webhooks activity`. */
export const dispatchColumns: readonly Column<Dispatch>[] = [
  { title: "ID", cell: ({ id }) => String(id), align: "right" },
  { title: "TIME", cell: ({ createdAt }) => toTheSecond(createdAt), tone: () => "muted" },
  { title: "EVENT", cell: eventText, cut: true },
  { title: "REPO", cell: repoText, cut: true },
  { title: "STATE", cell: ({ state }) => state, tone: stateTone },
  { title: "ATTEMPTS", cell: ({ attemptCount }) => String(attemptCount), align: "right" },
  { title: "LAST", cell: lastText, tone: stateTone, cut: true },
  { title: "NEXT", cell: ({ nextAttemptAt }) => (nextAttemptAt === null ? "-" : toTheSecond(nextAttemptAt)) },
];

function toTheSecond(at: string): string {
  return at.replace(/\.\d+Z$/, "Z");
}

/** What the last attempt came to: a status, why there was none, or a dash. */
function lastText({ lastStatus, lastError }: Dispatch): string {
  return lastStatus === null ? (lastError ?? "-") : String(lastStatus);
}

function stateTone({ state }: Dispatch): Tone {
  switch (state) {
    case "sent":
      return "ok";
    case "dead":
    case "over-quota":
      return "error";
    case "retrying":
      return "warn";
    case "waiting":
    case "sending":
    case "held":
      return "muted";
  }
}

/** A dispatch as `webhooks activity ID DISPATCH --format json` has it: payload and answers parsed where they are JSON. */
export function dispatchJson({ payload, attempts, ...row }: DispatchDetail): Record<string, unknown> {
  return { ...row, payload: JSON.parse(payload), attempts: attempts.map(attemptJson) };
}

function attemptJson({ answerHeaders, answer, ...attempt }: DispatchAttempt): Record<string, unknown> {
  if (attempt.status === null) return { ...attempt, answer: null };
  return { ...attempt, answer: replyJson({ headers: answerHeaders, body: answer }) };
}

/** A dispatch in full, for a person. */
export function dispatchLines(dispatch: DispatchDetail): readonly (Line | Visible)[] {
  return [
    part("dispatch", String(dispatch.id), "strong"),
    part("created", dispatch.createdAt),
    part("event", eventText(dispatch)),
    part("repo", repoText(dispatch)),
    part("message", dispatch.messageId),
    part("state", dispatch.state, stateTone(dispatch)),
    ...(dispatch.nextAttemptAt === null ? [] : [part("next", dispatch.nextAttemptAt)]),
    ...section("Payload"),
    ...bodyLines(Buffer.from(dispatch.payload)),
    ...dispatch.attempts.flatMap((attempt, index) => [
      ...section(`Attempt ${index + 1}${attempt.replay ? ", a replay" : ""}`),
      attemptLine(attempt),
      ...(attempt.jobRun === null ? [] : [v`  started run ${attempt.jobRun}`]),
      ...(attempt.nextAttemptAt === null ? [] : [v`  the next at ${attempt.nextAttemptAt}`]),
      ...(attempt.status === null
        ? []
        : replyLines({ headers: attempt.answerHeaders, body: attempt.answer })),
    ]),
  ];
}
