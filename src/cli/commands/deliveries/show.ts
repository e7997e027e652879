import { type Attempt, type AuthResult, type DeliveryDetail, isFailure } from "../../../model/delivery.ts";
import { violationsIn } from "../../../model/payload-read.ts";
import { failureReason, relations } from "../../../tables/deliveries.ts";
import { eventText, repoText } from "../../../tables/values.ts";
import { duration } from "../../../text/duration.ts";
import type { Line } from "../../../text/line.ts";
import { byteSize } from "../../../text/numbers.ts";
import { visibleLines } from "../../../text/visible-lines.ts";
import { type Visible, v } from "../../../text/visible.ts";
import { command } from "../../command-line/command-record.ts";
import { readSeq } from "../../command-line/number-argument.ts";
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
import { readDelivery } from "./log.ts";
import { writeRawBody } from "./show-raw.ts";

export const show = command("deliveries show <seq>", {
  arguments: { "<seq>": "number of the delivery" },
  options: { "--raw": "print only the bytes of the body" },
  async run({ settings, output, print }, { seq, raw }) {
    const delivery = await readDelivery({ settings, output }, readSeq(seq));
    if (raw) return writeRawBody(delivery, output);
    await print({
      table: () => detailLines(delivery, output.columns === null ? bodyLines : terminalBodyLines),
      json: () => detailJson(delivery),
      quiet: () => [delivery.seq],
    });
  },
});

/** Returns the JSON shape of `deliveries show`: each body as `body` if it is JSON, else as `bodyBase64`. */
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

/** Formats all parts of a delivery; `formatBody` formats its payload. */
export function detailLines(
  delivery: DeliveryDetail,
  formatBody: typeof bodyLines = bodyLines,
): readonly (Line | Visible)[] {
  const { status, durationMs, console: printed } = delivery;
  const result = [
    delivery.outcome,
    status === null ? null : `status ${status}`,
    durationMs === null ? null : duration(durationMs),
  ].filter((part) => part !== null);
  const reason = failureReason(delivery);
  const violations = violationsIn(delivery);
  const related = relations(delivery, delivery.removed);
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
    ...(delivery.dead ? [part("forward", "given up", "error")] : []),
    ...(violations.length === 0
      ? []
      : [part("schema", violations.map(({ text }) => text).join(", "), "warn")]),
    part("size", byteSize(delivery.bytes)),
    part("sha256", delivery.sha256 ?? "-"),
    ...(related === "" ? [] : [part("remark", related, "warn")]),
    ...(delivery.bookmark === null ? [] : [part("bookmark", `★ ${delivery.bookmark}`.trim())]),
    ...section("Headers"),
    ...delivery.headers.map(([name, value]) => v`  ${name}: ${value}`),
    ...section("Payload"),
    ...(delivery.sha256 === null
      ? [v`  The request had no body, or it was not read.`]
      : formatBody(delivery.body)),
    ...(delivery.response === null ? [] : [...section("Response"), ...responseLines(delivery.response)]),
    ...(printed.length === 0
      ? []
      : [...section("Console"), ...printed.flatMap(visibleLines).map((each) => v`  ${each}`)]),
    ...(delivery.attempts.length === 0
      ? []
      : [...section("Attempts"), ...delivery.attempts.flatMap(attemptLines)]),
  ];
}

function attemptLines(attempt: Attempt): readonly (Line | Visible)[] {
  return [attemptLine(attempt), ...(attempt.reply === null ? [] : replyLines(attempt.reply))];
}
