// Writes schemas/webhook-payload.schema.json from the schema of payloads.
import { writeFileSync } from "node:fs";
import { z } from "zod";
import { webhookPayloadSchema } from "../src/model/payload.ts";

export const payloadSchemaFile = new URL("../schemas/webhook-payload.schema.json", import.meta.url);

/** Returns the text of the file. */
export function payloadSchemaText(): string {
  const { $schema, ...rest } = z.toJSONSchema(webhookPayloadSchema, { io: "input" });
  const title = "Hugging Face webhook payload, version 3";
  return `${JSON.stringify({ $schema, title, ...rest }, null, 2)}\n`;
}

if (import.meta.main) writeFileSync(payloadSchemaFile, payloadSchemaText());
