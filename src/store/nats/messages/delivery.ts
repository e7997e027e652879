import { z } from "zod";
import { authResults, type NewDelivery, outcomes } from "../../../model/delivery.ts";
import {
  durationSchema,
  headersSchema,
  numberSchema,
  responseSchema,
  responseToJson,
  statusSchema,
  timeSchema,
} from "./shapes.ts";

/**
 * Header with all fields of a delivery but the body, in JSON. The body is the data, so that other programs can read it.
 * If the JSON is too long for a header, it follows the body, and the header is its offset in the data.
 */
export const deliveryHeader = "Hooklens-Delivery";

/** Maximum size of the JSON in the header, in bytes; JetStream refuses headers of more than 64 KiB in all. */
const maxHeaderBytes = 60_000;

/** Message of a delivery. */
export interface DeliveryMessage {
  /** Value of `deliveryHeader`. */
  readonly header: string;
  readonly data: Uint8Array;
}

/** Delivery of a message. */
export interface ReceivedDelivery {
  readonly delivery: NewDelivery;
  /** ID of the receiver that stored it. */
  readonly receiver: string;
}

const fieldsSchema = z.object({
  receiver: z.string(),
  receivedAtMs: timeSchema,
  route: z.string().nullable(),
  method: z.string(),
  path: z.string(),
  remote: z.string(),
  bytes: z.int().min(0),
  sha256: z.union([z.string(), z.literal(true)]).nullable(),
  event: z.object({ scope: z.string(), action: z.string() }).nullable(),
  repo: z.object({ type: z.string(), name: z.string() }).nullable(),
  webhookId: z.string().nullable(),
  subject: z.string().nullable(),
  auth: z.enum(authResults),
  outcome: z.enum(outcomes),
  schemaValid: z.boolean().nullable(),
  status: statusSchema.nullable(),
  durationMs: durationSchema.nullable(),
  replayOf: numberSchema.nullable(),
  edited: z.boolean(),
  reason: z.string().nullable(),
  headers: headersSchema,
  response: responseSchema.nullable(),
  dedupeKey: z.string().nullable(),
  dedupeWithinMs: durationSchema.nullable(),
});

/** Returns the message of a delivery. @param receiver ID of the receiver that stores it */
export function encodeDelivery(delivery: NewDelivery, receiver: string): DeliveryMessage {
  const { body } = delivery;
  const json = JSON.stringify(fieldsOf(delivery, receiver));
  const fits = json.length * 3 <= maxHeaderBytes || Buffer.byteLength(json) <= maxHeaderBytes;
  if (fits) return { header: json, data: body };
  return { header: String(body.length), data: Buffer.concat([body, Buffer.from(json)]) };
}

/** Returns what a message has besides the body, and nothing else that an object with these fields may have. */
function fieldsOf(delivery: NewDelivery, receiver: string): z.input<typeof fieldsSchema> {
  const { event, repo } = delivery;
  return {
    receiver,
    receivedAtMs: delivery.receivedAtMs,
    route: delivery.route,
    method: delivery.method,
    path: delivery.path,
    remote: delivery.remote,
    bytes: delivery.bytes,
    sha256: delivery.sha256,
    event: event && { scope: event.scope, action: event.action },
    repo: repo && { type: repo.type, name: repo.name },
    webhookId: delivery.webhookId,
    subject: delivery.subject,
    auth: delivery.auth,
    outcome: delivery.outcome,
    schemaValid: delivery.schemaValid,
    status: delivery.status,
    durationMs: delivery.durationMs,
    replayOf: delivery.replayOf,
    edited: delivery.edited,
    reason: delivery.reason,
    headers: delivery.headers,
    response: responseToJson(delivery.response),
    dedupeKey: delivery.dedupeKey,
    dedupeWithinMs: delivery.dedupeWithinMs,
  };
}

/** Message of a stream, as far as its delivery is concerned. */
interface StoredMessage {
  readonly headers?: { get(name: string): string } | undefined;
  readonly data: Uint8Array;
}

/** Returns the delivery of a message; null if it is none, because other programs may publish to the stream. */
export function decodeDelivery({ headers, data }: StoredMessage): ReceivedDelivery | null {
  const header = parsed(headers?.get(deliveryHeader) ?? "");
  const bodyLength = typeof header === "number" ? header : data.length;
  const json = typeof header === "number" ? parsed(Buffer.from(data.subarray(header)).toString()) : header;
  const fields = fieldsSchema.safeParse(json);
  if (!fields.success) return null;
  const { receiver, ...delivery } = fields.data;
  return { delivery: { ...delivery, body: data.subarray(0, bodyLength) }, receiver };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
