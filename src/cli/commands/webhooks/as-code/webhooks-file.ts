import type { Readable } from "node:stream";
import { text as readAll } from "node:stream/consumers";
import { z } from "zod";
import { parseCheckedYaml } from "../../../../exports/checked-yaml.ts";
import { declaredFields } from "../../../../exports/declared-webhook.ts";
import { readTextWithin } from "../../../../files/read-file.ts";
import { errorText } from "../../../../model/errors.ts";
import { WebhooksFileError } from "../../../errors.ts";

const declaredSchema = z
  .strictObject(declaredFields)
  .refine(({ url, job }) => url === undefined || job === undefined, { error: "has both url and job" })
  .refine(({ id, url, job }) => id !== undefined || url !== undefined || job !== undefined, {
    error: "needs a url or a job",
  });

const fileSchema = z.strictObject({ webhooks: z.array(declaredSchema) });

/** Webhook of a file, its secret as a reference. */
export type DeclaredWebhook = z.output<typeof declaredSchema>;

/** Returns the JSON schema of the file, which is published as schemas/webhooks.schema.json. */
export function webhooksFileJsonSchema(): Record<string, unknown> {
  return {
    title: "Webhooks of an account",
    description: "File of hooklens webhooks apply.",
    ...z.toJSONSchema(fileSchema, { io: "input" }),
  };
}

/**
 * Reads the webhooks of a file.
 * @param path path of the file; `-` for stdin
 * @throws {WebhooksFileError} the file is unreadable, is not YAML, or does not match the schema
 */
export async function readWebhooksFile(path: string, stdin: Readable): Promise<readonly DeclaredWebhook[]> {
  const { webhooks } = parseCheckedYaml(await readText(path, stdin), path === "-" ? "stdin" : path, {
    schema: fileSchema,
    error: WebhooksFileError,
    schemaFile: "schemas/webhooks.schema.json",
    oneDocument: "Keep one file for each account, and apply each with its --profile",
  });
  return webhooks;
}

async function readText(path: string, stdin: Readable): Promise<string> {
  if (path === "-") return readAll(stdin);
  try {
    return readTextWithin(path);
  } catch (cause) {
    throw new WebhooksFileError({
      what: `the webhooks file ${path} cannot be read`,
      why: errorText(cause),
      hint: "Check the path, or write one with hooklens webhooks export",
      cause,
    });
  }
}
