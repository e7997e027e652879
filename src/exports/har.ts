import type { DeliveryDetail, Header } from "../model/delivery.ts";
import { exactText } from "../text/exact-text.ts";
import { machineJson } from "../text/machine-json.ts";
import { hostOf, requestUrl } from "./sent-request.ts";

/** Returns the start of a HAR 1.2 document, before its entries. @param version version of hooklens */
export function harStart(version: string): string {
  const creator = machineJson({ name: "hooklens", version });
  return `{"log":{"version":"1.2","creator":${creator},"entries":[`;
}

/** End of a HAR document, after its entries, which commas separate. */
export const harEnd = "]}}";

/**
 * Returns a delivery as an entry of a HAR 1.2 document (http://www.softwareishard.com/blog/har-12-spec). A body other
 * than UTF-8 is in base64, marked by `encoding`: a field of responses in HAR 1.2, also of requests in the draft of
 * 1.3. A comment marks an invalid Host header.
 */
export function harEntry(delivery: DeliveryDetail): Readonly<Record<string, unknown>> {
  const { seq, receivedAt, method, headers, body, bytes, durationMs, status, response, remote } = delivery;
  const url = requestUrl(delivery);
  const time = durationMs ?? 0;
  return {
    ...(hostOf(delivery) === null && {
      comment: "The URL has localhost for a Host header that is missing or not a host.",
    }),
    startedDateTime: receivedAt,
    time,
    request: {
      method,
      url,
      httpVersion: "HTTP/1.1",
      cookies: [],
      headers: headers.map(named),
      queryString: [...(URL.parse(url)?.searchParams ?? [])].map(named),
      ...(body.length === 0
        ? {}
        : { postData: { mimeType: valueOf(headers, "content-type"), ...textOf(body) } }),
      headersSize: -1,
      bodySize: bytes,
    },
    response: {
      // Without a response the status is 0, as browsers write it.
      status: response?.status ?? status ?? 0,
      statusText: "",
      httpVersion: "HTTP/1.1",
      cookies: [],
      headers: response?.contentType ? [named(["Content-Type", response.contentType])] : [],
      content: {
        size: response?.body.length ?? 0,
        mimeType: response?.contentType ?? "x-unknown",
        ...(response === null ? {} : textOf(response.body)),
      },
      redirectURL: "",
      headersSize: -1,
      bodySize: response?.truncated === false ? response.body.length : -1,
    },
    cache: {},
    timings: { send: 0, wait: time, receive: 0 },
    _hooklens: {
      seq,
      remote,
      outcome: delivery.outcome,
      reason: delivery.reason,
      respondedBy: response?.by ?? null,
      replayOf: delivery.replayOf,
      duplicateOf: delivery.duplicateOf,
      eventId: delivery.eventId,
      eventOf: delivery.eventOf,
      settledBy: delivery.settledBy,
      eventState: delivery.eventState,
    },
  };
}

function named([name, value]: Header): { readonly name: string; readonly value: string } {
  return { name, value };
}

function valueOf(headers: readonly Header[], wanted: string): string {
  return headers.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? "application/octet-stream";
}

function textOf(body: Uint8Array): { readonly text: string; readonly encoding?: "base64" } {
  const text = exactText(body);
  return text === null ? { text: Buffer.from(body).toString("base64"), encoding: "base64" } : { text };
}
