import { hash } from "node:crypto";
import { z } from "zod";
import { deliverySchema, durationSchema, statusSchema } from "../model/delivery-fields.ts";
import type { DeliveryDetail, Header } from "../model/delivery.ts";
import { errorText } from "../model/errors.ts";

const header: z.ZodType<Header> = z.tuple([z.string(), z.string()]);
const body = z.union([
  z.object({ bodyText: z.string() }).transform(({ bodyText }) => Buffer.from(bodyText)),
  z.object({ bodyBase64: z.base64() }).transform(({ bodyBase64 }) => Buffer.from(bodyBase64, "base64")),
]);

/** Parses the fields of an object, and its body. */
function withBody<T extends z.ZodRawShape>(fields: T) {
  return z.intersection(
    z.object(fields),
    body.transform((bytes) => ({ body: bytes })),
  );
}

const lineSchema: z.ZodType<Omit<DeliveryDetail, "removed">> = withBody({
  ...deliverySchema.shape,
  headers: z.array(header),
  console: z.array(z.string()),
  response: withBody({
    by: z.string(),
    status: statusSchema,
    contentType: z.string().nullable(),
    truncated: z.boolean(),
  }).nullable(),
  attempts: z.array(
    z.object({
      target: z.string(),
      startedAt: z.iso.datetime(),
      status: statusSchema.nullable(),
      error: z.string().nullable(),
      durationMs: durationSchema,
      reply: withBody({ headers: z.array(header) }).nullable(),
    }),
  ),
});

/** Parses a line of an NDJSON export; returns the reason if it is not a delivery. */
export function parseDeliveryLine(line: string): Omit<DeliveryDetail, "removed"> | string {
  let json: unknown;
  try {
    json = JSON.parse(line);
  } catch (error) {
    return `it is not JSON, or cut off (${errorText(error)})`;
  }
  const read = lineSchema.safeParse(json);
  if (!read.success) {
    const [issue] = read.error.issues;
    const field = issue?.path.join(".") ?? "";
    return `it is not a delivery (${field === "" ? "" : `${field}: `}${issue?.message ?? "invalid"})`;
  }
  const { body, bytes, sha256 } = read.data;
  if (body.byteLength > bytes) return `it is not a delivery (bytes: its body has ${body.byteLength})`;
  // The hash identifies deliveries and shares large bodies: a wrong one would replace a body of the log.
  const isWhole = body.byteLength === bytes && sha256 !== null;
  return isWhole ? { ...read.data, sha256: hash("sha256", body, "hex") } : read.data;
}
