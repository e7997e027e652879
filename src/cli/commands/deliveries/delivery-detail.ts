import {
  type Attempt,
  type AuthResult,
  type Delivery,
  type DeliveryDetail,
  isFailure,
} from "../../../model/delivery.ts";
import { UsageError } from "../../../model/errors.ts";
import { violationsIn } from "../../../model/payload-read.ts";
import { failureReason, relations, triesText } from "../../../tables/deliveries.ts";
import { eventText, repoText } from "../../../tables/values.ts";
import { duration } from "../../../text/duration.ts";
import { exactText } from "../../../text/exact-text.ts";
import { type Line, line, span } from "../../../text/line.ts";
import { byteSize } from "../../../text/numbers.ts";
import { visibleLines } from "../../../text/visible-lines.ts";
import { type Visible, v, visible } from "../../../text/visible.ts";
import {
  attemptLine,
  bodyJson,
  bodyLines,
  part,
  replyJson,
  replyLines,
  responseJson,
  responseLines,
  section,
  terminalBodyLines,
} from "../../output/detail.ts";
import type { Output } from "../../output/output.ts";

/** Returns the JSON shape of a delivery, each body as `body` if it is JSON, else as `bodyBase64`. */
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

const authTexts: Readonly<Record<AuthResult, string>> = {
  ok: "correct",
  missing: "missing",
  wrong: "wrong",
  open: "not checked: the route has no secret",
};

/**
 * Formats all parts of a delivery.
 * @param tries tries of its event
 * @param columns width of the terminal; null: the payload is not shortened
 */
export function detailLines(
  delivery: DeliveryDetail,
  tries: readonly Delivery[],
  columns: number | null = null,
): readonly (Line | Visible)[] {
  const payloadLines = columns === null ? bodyLines : terminalBodyLines;
  const { status, durationMs, console: printed } = delivery;
  const result = [
    delivery.outcome,
    status === null ? null : `status ${status}`,
    durationMs === null ? null : duration(durationMs),
  ].filter((part) => part !== null);
  const reason = failureReason(delivery);
  const violations = violationsIn(delivery);
  const related = [relations(delivery, delivery.removed), triesText(delivery)]
    .filter((text) => text !== "")
    .join(", ");
  return [
    part("delivery", String(delivery.seq), "strong"),
    part("received", delivery.receivedAt),
    part("request", `${delivery.method} ${delivery.path} from ${delivery.remote}`),
    part("route", delivery.route ?? "-"),
    part("event", eventText(delivery)),
    part("repo", repoText(delivery)),
    part("webhook", delivery.webhookId ?? "-"),
    part("secret", authTexts[delivery.auth]),
    part("result", result.join(", "), isFailure(delivery) ? "error" : "ok"),
    ...(reason === null ? [] : [part("reason", reason, "error")]),
    ...(delivery.nextAttemptAt === null ? [] : [part("retry at", delivery.nextAttemptAt, "warn")]),
    ...(delivery.dead ? [part("retries", "given up", "error")] : []),
    ...(violations.length === 0
      ? []
      : [part("schema", violations.map(({ text }) => text).join(", "), "warn")]),
    part("size", byteSize(delivery.bytes)),
    part("sha256", delivery.sha256 ?? "-"),
    ...(related === "" ? [] : [part("remark", related, "warn")]),
    ...(delivery.bookmark === null ? [] : [part("bookmark", `★ ${delivery.bookmark}`.trim())]),
    ...(tries.length > 1 ? [...section("Tries of this event"), ...tries.map(tryLine)] : []),
    ...section("Headers"),
    ...delivery.headers.map(([name, value]) => v`  ${name}: ${value}`),
    ...section("Payload"),
    ...(delivery.sha256 === null
      ? [v`  The request had no body, or it was not read.`]
      : payloadLines(delivery.body)),
    ...(delivery.response === null ? [] : [...section("Response"), ...responseLines(delivery.response)]),
    ...(printed.length === 0
      ? []
      : [...section("Console"), ...printed.flatMap(visibleLines).map((each) => v`  ${each}`)]),
    ...(delivery.attempts.length === 0
      ? []
      : [...section("Attempts"), ...delivery.attempts.flatMap(attemptLines)]),
  ];
}

function tryLine(delivery: Delivery): Line {
  const { seq, receivedAt, outcome, status } = delivery;
  return line(
    span(v`  #${seq} ${receivedAt} `),
    span(visible(outcome), isFailure(delivery) ? "error" : "ok"),
    span(status === null ? v`` : v` ${status}`),
  );
}

function attemptLines(attempt: Attempt): readonly (Line | Visible)[] {
  return [attemptLine(attempt), ...(attempt.reply === null ? [] : replyLines(attempt.reply))];
}

/**
 * Writes the bytes of a body to stdout. Makes control characters visible on a terminal.
 * @throws {UsageError} the body is binary, and stdout is a terminal
 */
export async function writeRawBody({ seq, body, bytes }: DeliveryDetail, output: Output): Promise<void> {
  if (output.columns === null) await output.write(body);
  else await output.writeLines(shownLines(body, seq));
  if (body.length < bytes) {
    output.note(v`Only ${byteSize(body.length)} of ${byteSize(bytes)} are kept.`);
  }
}

function shownLines(body: Uint8Array, seq: number): readonly Visible[] {
  const text = exactText(body);
  if (text !== null) return visibleLines(text);
  throw new UsageError({
    what: `the body of delivery ${seq} is not printed on a terminal`,
    why: "it is binary",
    hint: "Send it to a file or a program: --raw > FILE",
  });
}
