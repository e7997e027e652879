import { readFileSync } from "node:fs";
import process from "node:process";
import { text as readAll } from "node:stream/consumers";
import { z } from "zod";
import { UsageError, errorText } from "../../../../model/errors.ts";
import { parseWatchedItem } from "../../../../model/watched-item.ts";
import { ownerFields } from "../../../../model/webhook.ts";
import { WebhooksFileError } from "../../../errors.ts";
import { parseCheckedYaml } from "../../../settings/checked-yaml.ts";

const watchedText = z.string().transform((text, context) => {
  try {
    return parseWatchedItem(text);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    context.addIssue(error.what);
    return z.NEVER;
  }
});

const declaredSchema = z
  .strictObject({
    id: z
      .string()
      .min(1)
      .optional()
      .describe("ID on its hub; without one, the target and the watched items identify the webhook"),
    url: ownerFields.url.describe("URL to send to"),
    job: z.string().min(1).optional().describe("ID of the Job to run instead"),
    watched: z
      .array(watchedText)
      .min(1)
      .describe("items to watch, as type:name: dataset:me/corpus, org:acme"),
    domains: ownerFields.domains.describe("domains of events to send; absent for all"),
    secret: z
      .string()
      .regex(/^(?:env:[A-Za-z_]\w*|@.+)$/, {
        error: "must be env:NAME, @FILE or null, never the secret itself",
      })
      .nullable()
      .optional()
      .describe("source of the secret: env:NAME or @FILE; null for no secret, absent to keep it"),
    status: z.enum(["enabled", "disabled"]).default("enabled"),
  })
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
export async function readWebhooksFile(path: string): Promise<readonly DeclaredWebhook[]> {
  const { webhooks } = parseCheckedYaml(await readText(path), path === "-" ? "stdin" : path, {
    schema: fileSchema,
    error: WebhooksFileError,
    schemaFile: "schemas/webhooks.schema.json",
    oneDocument: "Keep one file for each account, and apply each with its --profile",
  });
  return webhooks;
}

async function readText(path: string): Promise<string> {
  if (path === "-") return readAll(process.stdin);
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    throw new WebhooksFileError({
      what: `the webhooks file ${path} cannot be read`,
      why: errorText(cause),
      hint: "Check the path, or write one with hooklens webhooks export",
      cause,
    });
  }
}
