import { createHash } from "node:crypto";
import { copiedFields } from "../../model/delivery-fields.ts";
import type { Attempt, DeliveryDetail, DeliveryResponse } from "../../model/delivery.ts";

/** Returns a key that identifies a delivery in another log, where its seq differs. */
export function deliveryKey({
  receivedAt,
  route,
  sha256,
}: Pick<DeliveryDetail, "receivedAt" | "route" | "sha256">): string {
  return `${receivedAt} ${sha256} ${route}`;
}

/**
 * Returns the SHA-256 in hex of everything received, decided and sent: all fields of a delivery except numbers of
 * other deliveries, which each log assigns, and values derived from other rows or from the queue.
 */
export function deliveryHash(delivery: DeliveryDetail): string {
  const { body, headers, attempts, response, console } = delivery;
  // A pending copy has no receiver anymore.
  const outcome = delivery.outcome === "pending" ? "interrupted" : delivery.outcome;
  const copied = { ...delivery, outcome };
  const hash = createHash("sha256");
  hash.update(body);
  hash.update(
    JSON.stringify([
      copiedFields.map((field) => copied[field]),
      headers,
      [attempts.map(attemptFields), responseFields(response), console],
    ]),
  );
  return hash.digest("hex");
}

function attemptFields({ target, startedAt, status, error, durationMs, reply }: Attempt): readonly unknown[] {
  return [target, startedAt, status, error, durationMs, reply?.headers, textOf(reply?.body)];
}

function responseFields(response: DeliveryResponse | null): readonly unknown[] {
  if (response === null) return [];
  const { by, status, contentType, body, truncated } = response;
  return [by, status, contentType, textOf(body), truncated];
}

function textOf(bytes: Uint8Array | undefined): string | undefined {
  return bytes === undefined ? undefined : Buffer.from(bytes).toString("base64");
}

/** Number and digest of a set of deliveries, in any order. */
export interface SetDigest {
  readonly deliveries: number;
  /** Sum of the hashes of the deliveries, in hex. */
  readonly digest: string;
}

/** Adds up hashes of deliveries. */
export function createSetDigest(): { add(hash: string): void; result(): SetDigest } {
  let deliveries = 0;
  let sum = 0n;
  return {
    add(hash) {
      deliveries += 1;
      sum = BigInt.asUintN(256, sum + BigInt(`0x${hash}`));
    },
    result: () => ({ deliveries, digest: sum.toString(16).padStart(64, "0") }),
  };
}
