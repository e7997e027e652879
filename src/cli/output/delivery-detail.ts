import { type Attempt, type DeliveryDetail, isFailure } from "../../model/delivery.ts";
import { duration } from "../../text/duration.ts";
import { jsonLines } from "../../text/json-lines.ts";
import { type Line, line, span, type Tone } from "../../text/line.ts";
import { byteSize } from "../../text/numbers.ts";
import { padEnd } from "../../text/truncate.ts";
import { visibleLines } from "../../text/visible-lines.ts";
import { type Visible, v, visible } from "../../text/visible.ts";
import { eventText, remark, repoText } from "./delivery-answer.ts";

/** A delivery as `deliveries show --format json` has it: `body` where it is JSON, else `bodyBase64`. */
export function detailJson(delivery: DeliveryDetail): Record<string, unknown> {
  const { body, headers, attempts, ...row } = delivery;
  const parsed = parseBody(body);
  return {
    ...row,
    headers,
    ...(parsed === null ? { bodyBase64: Buffer.from(body).toString("base64") } : { body: parsed.value }),
    attempts,
  };
}

/** A delivery in full, for a person. */
export function detailLines(delivery: DeliveryDetail): readonly (Line | Visible)[] {
  const { status, durationMs } = delivery;
  const result = [
    delivery.outcome,
    status === null ? null : `status ${status}`,
    durationMs === null ? null : duration(durationMs),
  ].filter((part) => part !== null);
  const remarks = remark(delivery);
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
      : [...section("Attempts"), ...delivery.attempts.map(attemptLine)]),
  ];
}

function part(name: string, value: string, tone: Tone = "plain"): Line {
  return line(span(padEnd(visible(name), 9), "muted"), span(v` ${value}`, tone));
}

function section(title: string): readonly Line[] {
  return [line(), line(span(visible(title), "strong"))];
}

function bodyLines(body: Uint8Array): readonly (Line | Visible)[] {
  if (body.length === 0) return [v`  (empty)`];
  const parsed = parseBody(body);
  if (parsed !== null) {
    return jsonLines(parsed.value, Number.POSITIVE_INFINITY).map(({ indent, parts }) =>
      line(span(visible("  ".repeat(indent + 1))), ...parts.map(({ text }) => span(text))),
    );
  }
  const text = decodeUtf8(body);
  return text === null
    ? [v`  ${byteSize(body.length)} that are not text; --format json has them as bodyBase64`]
    : visibleLines(text).map((each) => v`  ${each}`);
}

function attemptLine({ target, startedAt, status, error, durationMs }: Attempt): Line {
  const result = [status, error].filter((each) => each !== null).join(", ");
  const tone = status !== null && status < 400 ? "ok" : "error";
  return line(
    span(v`  ${startedAt} ${target} `),
    span(v`${result}`, tone),
    span(v` ${duration(durationMs)}`),
  );
}

function decodeUtf8(body: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(body);
  } catch {
    // Bytes that are no UTF-8: a person is told so, a program gets them as base64.
    return null;
  }
}

/** In a wrapper, since the body may well be the JSON value null. */
function parseBody(body: Uint8Array): { readonly value: unknown } | null {
  const text = decodeUtf8(body);
  if (text === null) return null;
  try {
    return { value: JSON.parse(text) };
  } catch {
    // Not JSON: shown as what it is.
    return null;
  }
}
