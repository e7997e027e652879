import { z } from "zod";
import { durationSchema, statusSchema } from "../../../model/delivery-fields.ts";
import type { Attempt, DeliveryResponse, Header, Reply } from "../../../model/delivery.ts";

/** Encodes bytes for a JSON text. */
function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
}

/** Schema of bytes in a JSON text. */
const base64Schema = z.string().transform((text): Uint8Array => Buffer.from(text, "base64"));

/** Schema of a number in a stream, which may be the seq of a delivery. */
export const numberSchema = z.int().positive();

export const headersSchema: z.ZodType<readonly Header[]> = z.array(z.tuple([z.string(), z.string()]));

/** Response to a delivery in JSON. */
export const responseSchema = z.object({
  by: z.string(),
  status: statusSchema,
  contentType: z.string().nullable(),
  body: base64Schema,
  truncated: z.boolean(),
});

/** Returns a response as a value for JSON. */
export function responseToJson(response: DeliveryResponse | null) {
  return response && { ...response, body: toBase64(response.body) };
}

const replySchema = z.object({ headers: headersSchema, body: base64Schema });

/** Attempt to forward a delivery in JSON. */
export const attemptSchema = z.object({
  target: z.string(),
  startedAt: z.iso.datetime(),
  status: statusSchema.nullable(),
  error: z.string().nullable(),
  durationMs: durationSchema,
  reply: replySchema.nullable(),
});

/** Returns an attempt as a value for JSON. */
export function attemptToJson({ reply, ...attempt }: Attempt) {
  return { ...attempt, reply: reply && replyToJson(reply) };
}

function replyToJson({ headers, body }: Reply) {
  return { headers, body: toBase64(body) };
}
