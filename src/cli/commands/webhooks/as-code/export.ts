import process from "node:process";
import { dump } from "js-yaml";
import { version } from "../../../../engine/version.ts";
import { declaredWebhook } from "../../../../exports/declared-webhook.ts";
import { installedSchema, schemaReference } from "../../../../files/installed-schema.ts";
import type { Webhook } from "../../../../model/webhook.ts";
import type { Invocation } from "../../../command-line/command.ts";
import type { Format } from "../../../output/formats.ts";
import { useHub } from "../../use-hub.ts";

/** Runs `webhooks export`. */
export async function exportWebhooks({ settings, output, print }: Invocation<Webhooks>): Promise<void> {
  await useHub({ settings, output, creates: false }, async ({ client }) =>
    print(await client.listWebhooks()),
  );
}

type Webhooks = readonly Webhook[];

/** Writes webhooks as YAML, their secrets as references to variables. */
export const writeYaml: Format<Webhooks> = (webhooks, output) => output.write(webhooksText(webhooks));

/** Formats webhooks as the file of `webhooks apply`. Equal secrets have the same variable. */
function webhooksText(webhooks: Webhooks): string {
  const secrets = [...new Set(webhooks.flatMap(({ secret }) => (secret ? [secret] : [])))];
  const variable = (secret: string): string =>
    secrets.length === 1 ? "WEBHOOK_SECRET" : `WEBHOOK_SECRET_${secrets.indexOf(secret) + 1}`;
  const declared = webhooks.map((webhook) => {
    const { secret } = webhook;
    return declaredWebhook(webhook, secret ? `env:${variable(secret)}` : null);
  });
  const schema = schemaReference("webhooks.yaml", process.cwd(), installedSchema("webhooks"), version);
  return [`# yaml-language-server: $schema=${schema}`, dump({ webhooks: declared }, { lineWidth: -1 })].join(
    "\n",
  );
}
