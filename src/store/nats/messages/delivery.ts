import { z } from "zod";
import { appendedSchema, durationSchema, timeSchema } from "../../../model/delivery-fields.ts";
import type { NewDelivery } from "../../../model/delivery.ts";
import { headersSchema, responseSchema, responseToJson } from "./message-schemas.ts";

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
  ...appendedSchema.shape,
  /** `true` if the log computes it from the body. */
  sha256: z.union([appendedSchema.shape.sha256, z.literal(true)]),
  headers: headersSchema,
  response: responseSchema.nullable(),
  dedupeKey: z.string().nullable(),
  dedupeWithinMs: durationSchema.nullable(),
});

/** Fields of a delivery that are in JSON as they are. */
const plainFields = fieldsSchema.omit({ receiver: true, response: true }).keyof().options;

/**
 * Returns the message of a delivery, without what else an object with its fields may have.
 * @param receiver ID of the receiver that stores it
 */
export function encodeDelivery(delivery: NewDelivery, receiver: string): DeliveryMessage {
  const { body, response } = delivery;
  const fields: Record<string, unknown> = { receiver };
  for (const name of plainFields) fields[name] = delivery[name];
  fields["response"] = responseToJson(response);
  const json = JSON.stringify(fields);
  const fits = json.length * 3 <= maxHeaderBytes || Buffer.byteLength(json) <= maxHeaderBytes;
  if (fits) return { header: json, data: body };
  return { header: String(body.length), data: Buffer.concat([body, Buffer.from(json)]) };
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
