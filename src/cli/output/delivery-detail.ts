import { type Attempt, type DeliveryDetail, type DeliveryResponse, isFailure } from "../../model/delivery.ts";
import { duration } from "../../text/duration.ts";
import type { Line } from "../../text/line.ts";
import { byteSize } from "../../text/numbers.ts";
import { type Visible, v } from "../../text/visible.ts";
import { eventText, remark, repoText } from "./delivery-answer.ts";
import { attemptLine, bodyJson, bodyLines, part, replyJson, replyLines, section } from "./detail-parts.ts";

/** A delivery as `deliveries show --format json` has it: `body` where it is JSON, else `bodyBase64`; so too what a target answered. */
export function detailJson(delivery: DeliveryDetail): Record<string, unknown> {
  const { body, headers, attempts, removed: _, response, ...row } = delivery;
  return {
    ...row,
    headers,
    ...bodyJson(body),
    attempts: attempts.map(({ reply, ...attempt }) => ({
      ...attempt,
      reply: reply === null ? null : replyJson(reply),
    })),
    response: response === null ? null : responseJson(response),
  };
}

function responseJson({
  by,
  status,
  contentType,
  body,
  truncated,
}: DeliveryResponse): Record<string, unknown> {
  return { by, status, contentType, ...bodyJson(body), truncated };
}

/** A delivery in full, for a person. */
export function detailLines(delivery: DeliveryDetail): readonly (Line | Visible)[] {
  const { status, durationMs } = delivery;
  const result = [
    delivery.outcome,
    status === null ? null : `status ${status}`,
    durationMs === null ? null : duration(durationMs),
  ].filter((part) => part !== null);
  const remarks = remark(delivery, delivery.removed);
  return [
    part("delivery", String(delivery.seq), "strong"),
    part("received", delivery.receivedAt),
    part("request", `${delivery.method} ${delivery.path} from ${delivery.remote}`),
    part("route", delivery.route ?? "-"),
    part("event", eventText(delivery)),
    part("repo", repoText(delivery)),
    part("webhook", delivery.webhookId ?? "-"),
    part("secret", delivery.auth),
    part("result", result.join(", "), isFailure(delivery) ? "error" : "ok"),
    part("size", byteSize(delivery.bytes)),
    part("sha256", delivery.sha256 ?? "-"),
    ...(remarks === "" ? [] : [part("remark", remarks, "warn")]),
    ...section("Headers"),
    ...delivery.headers.map(([name, value]) => v`  ${name}: ${value}`),
    ...section("Payload"),
    ...bodyLines(delivery.body),
    ...(delivery.attempts.length === 0
      ? []
      : [...section("Attempts"), ...delivery.attempts.flatMap(attemptLines)]),
  ];
}

function attemptLines(attempt: Attempt): readonly (Line | Visible)[] {
  return [attemptLine(attempt), ...(attempt.reply === null ? [] : replyLines(attempt.reply))];
}
