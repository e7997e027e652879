import { z } from "zod";
import { authResults, type NewDelivery, outcomes } from "../../../model/delivery.ts";
import { headersSchema, responseSchema, responseToJson } from "./shapes.ts";

/** Header of a message with all fields of its delivery but the body, in JSON. The body is the data. */
export const deliveryHeader = "Hooklens-Delivery";

/** Delivery of a message. */
export interface ReceivedDelivery {
  readonly delivery: NewDelivery;
  /** ID of the receiver that stored it. */
  readonly receiver: string;
}

const fieldsSchema = z.object({
  receiver: z.string(),
  receivedAtMs: z.number(),
  route: z.string().nullable(),
  method: z.string(),
  path: z.string(),
  remote: z.string(),
  bytes: z.number(),
  sha256: z.union([z.string(), z.literal(true)]).nullable(),
  event: z.object({ scope: z.string(), action: z.string() }).nullable(),
  repo: z.object({ type: z.string(), name: z.string() }).nullable(),
  webhookId: z.string().nullable(),
  subject: z.string().nullable(),
  auth: z.enum(authResults),
  outcome: z.enum(outcomes),
  schemaValid: z.boolean().nullable(),
  status: z.number().nullable(),
  durationMs: z.number().nullable(),
  replayOf: z.number().nullable(),
  edited: z.boolean(),
  reason: z.string().nullable(),
  headers: headersSchema,
  response: responseSchema.nullable(),
  dedupeKey: z.string().nullable(),
  dedupeWithinMs: z.number().nullable(),
});

/** Returns the value of `deliveryHeader`. */
export function encodeDelivery(delivery: NewDelivery, receiver: string): string {
  // JSON.stringify leaves out what is undefined.
  return JSON.stringify({
    ...delivery,
    body: undefined,
    response: responseToJson(delivery.response),
    receiver,
  });
}

/** Message of a stream, as far as its delivery is concerned. */
interface Message {
  readonly headers?: { get(name: string): string } | undefined;
  readonly data: Uint8Array;
}

/** Returns the delivery of a message; null if it is none, because other programs may publish to the stream. */
export function decodeDelivery({ headers, data }: Message): ReceivedDelivery | null {
  const fields = fieldsSchema.safeParse(parsed(headers?.get(deliveryHeader) ?? ""));
  if (!fields.success) return null;
  const { receiver, ...delivery } = fields.data;
  return { delivery: { ...delivery, body: data }, receiver };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
