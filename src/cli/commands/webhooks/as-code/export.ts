import process from "node:process";
import { dump } from "js-yaml";
import { installedSchema, schemaReference } from "../../../../files/installed-schema.ts";
import { domains as allDomains } from "../../../../model/event.ts";
import { jobIdOf } from "../../../../model/source-job.ts";
import { formatWatchedItem } from "../../../../model/watched-item.ts";
import type { Webhook } from "../../../../model/webhook.ts";
import type { Invocation } from "../../../command-line/command.ts";
import type { Format } from "../../../output/formats.ts";
import { useHub } from "../../use-hub.ts";

/** Runs `webhooks export`. */
export async function exportWebhooks({ settings, output, print }: Invocation<Webhooks>): Promise<void> {
  await useHub({ settings, output }, async ({ client }) => print(await client.listWebhooks()));
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
    const { id, url, watched, domains, secret, disabled } = webhook;
    const job = jobIdOf(webhook);
    return {
      id,
      ...(url === null ? {} : { url }),
      // Without the ID of its Job, a webhook keeps its target and cannot be created elsewhere.
      ...(job === "" ? {} : { job }),
      watched: watched.map(formatWatchedItem),
      ...(allDomains.every((domain) => domains.includes(domain)) ? {} : { domains }),
      secret: secret ? `env:${variable(secret)}` : null,
      ...(disabled ? { status: "disabled" } : {}),
    };
  });
  const schema = schemaReference("webhooks.yaml", process.cwd(), installedSchema("webhooks"));
  return [`# yaml-language-server: $schema=${schema}`, dump({ webhooks: declared }, { lineWidth: -1 })].join(
    "\n",
  );
}
