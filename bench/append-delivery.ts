import { hash } from "node:crypto";
import { appendedSchema } from "../src/model/delivery-fields.ts";
import type { NewDelivery } from "../src/model/delivery.ts";
import { openDeliveryLog } from "../src/store/sqlite/deliveries/delivery-log.ts";
import { payloadText } from "./receive-payload.ts";

const body = Buffer.from(payloadText);

const headers = [
  ["Host", "127.0.0.1:7860"],
  ["User-Agent", "hooklens-load"],
  ["Accept", "*/*"],
  ["Content-Type", "application/json"],
  ["Content-Length", String(body.length)],
  ["X-Webhook-Secret", "[redacted]"],
] as const;

/** Columns of the same delivery that a bare insert writes. */
export const bareRow = { headers: JSON.stringify(headers), body } as const;

let keys = 0;

/** Fields that all deliveries of a bench share. */
const sample = appendedSchema.parse({
  route: "inbox",
  method: "POST",
  path: "/webhooks/inbox",
  remote: "127.0.0.1",
  bytes: body.length,
  sha256: hash("sha256", body),
  event: { scope: "discussion.comment", action: "create" },
  repo: { type: "dataset", name: "acme/clinical-notes" },
  webhookId: "6390e855e30d9209411de93b",
  subject: "main@c379e82",
  auth: "ok",
  outcome: "accepted",
  schemaValid: true,
  status: 200,
  durationMs: 1,
  replayOf: null,
  reason: null,
});

/** Creates a delivery of 1 kB with a unique key, as from the real Hub. */
export function benchDelivery(): NewDelivery {
  keys += 1;
  return {
    ...sample,
    receivedAtMs: Date.now(),
    headers,
    body,
    sha256: hash("sha256", body),
    response: null,
    dedupeKey: hash("sha256", `${process.pid}:${keys}`, "base64url"),
    dedupeWithinMs: 600_000,
  };
}

const batch = 256;

/** Appends equal deliveries to the log of a directory until it has this many. */
export async function appendDeliveries(dataDir: string, rows: number): Promise<void> {
  const log = await openDeliveryLog(dataDir);
  while ((await log.lastSeq()) < rows) {
    await Promise.all(Array.from({ length: batch }, () => log.append(benchDelivery())));
  }
  await log.close();
}
