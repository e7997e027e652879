import { z } from "zod";
import type { Attempt, DeliveryResponse, Header, Reply } from "../../../model/delivery.ts";
import { base64Schema, toBase64 } from "./bytes.ts";

export const headersSchema: z.ZodType<readonly Header[]> = z.array(z.tuple([z.string(), z.string()]));

/** Response to a delivery in JSON. */
export const responseSchema = z.object({
  by: z.string(),
  status: z.number(),
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
  startedAt: z.string(),
  status: z.number().nullable(),
  error: z.string().nullable(),
  durationMs: z.number(),
  reply: replySchema.nullable(),
});

/** Returns an attempt as a value for JSON. */
export function attemptToJson({ reply, ...attempt }: Attempt) {
  return { ...attempt, reply: reply && replyToJson(reply) };
}

function replyToJson({ headers, body }: Reply) {
  return { headers, body: toBase64(body) };
}
