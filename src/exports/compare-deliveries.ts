import type { DeliveryDetail, Header } from "../model/delivery.ts";
import { parseExactJson } from "../text/exact-json.ts";
import { exactText } from "../text/exact-text.ts";
import { type Change, changesBetween } from "./changes.ts";

/** Differences of two deliveries. */
export interface DeliveryDifference {
  /** Changes of request, result and response; paths as in the JSON of `deliveries show`, headers by name. */
  readonly changes: readonly Change[];
  /** True if the bodies have the same bytes; JSON without changes may still be written differently. */
  readonly sameBytes: boolean;
}

/** Compares two deliveries by content. Leaves out times, numbers and attempts, which always differ. */
export function compareDeliveries(before: DeliveryDetail, after: DeliveryDetail): DeliveryDifference {
  return {
    changes: changesBetween(contentOf(before), contentOf(after)),
    sameBytes: Buffer.compare(before.body, after.body) === 0,
  };
}

function contentOf(delivery: DeliveryDetail) {
  const { response } = delivery;
  return {
    route: delivery.route,
    method: delivery.method,
    path: delivery.path,
    outcome: delivery.outcome,
    status: delivery.status,
    reason: delivery.reason,
    headers: byName(delivery.headers),
    body: valueOf(delivery.body),
    response:
      response === null
        ? null
        : {
            by: response.by,
            status: response.status,
            contentType: response.contentType,
            body: valueOf(response.body),
          },
  };
}

/** Returns the values of headers by lower-case name; a repeated header has a list. */
function byName(headers: readonly Header[]): Readonly<Record<string, unknown>> {
  const names = Map.groupBy(headers, ([name]) => name.toLowerCase());
  return Object.fromEntries(
    [...names].map(([name, all]) => [
      name,
      all.length === 1 ? (all[0]?.[1] ?? "") : all.map(([, value]) => value),
    ]),
  );
}

/** Parses a JSON body; otherwise returns its text, or its bytes in base64. */
function valueOf(body: Uint8Array): unknown {
  const text = exactText(body);
  if (text === null) return { base64: Buffer.from(body).toString("base64") };
  try {
    return parseExactJson(text);
  } catch {
    // Not JSON.
    return text;
  }
}
