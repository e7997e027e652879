import process from "node:process";
import { version } from "../../../../engine/version.ts";
import { declaredWebhook } from "../../../../exports/declared-webhook.ts";
import { machineYaml } from "../../../../exports/machine-yaml.ts";
import { installedSchema, schemaReference } from "../../../../files/installed-schema.ts";
import type { Webhook } from "../../../../model/webhook.ts";
import { commandIn } from "../../../command-line/command-record.ts";
import type { Format } from "../../../output/formats.ts";
import { useHub } from "../../use-hub.ts";

type Webhooks = readonly Webhook[];

/** Writes webhooks as YAML, their secrets as references to variables. */
const writeYaml: Format<Webhooks> = (webhooks, output) =>
  output.write(webhooksText(webhooks, output.showSecret));

// `export` is a word of the language.
export const exportCommand = commandIn({ yaml: () => writeYaml }, "webhooks export", {
  description:
    "Print the webhooks of your account as YAML for webhooks apply, with secrets as names of variables",
  help: `
Examples:
  hooklens webhooks export > webhooks.yaml`,
  run: ({ settings, output, print }) =>
    useHub({ settings, output, creates: false }, async ({ client }) => print(await client.listWebhooks())),
});

/**
 * Formats webhooks as the file of `webhooks apply`. Equal secrets have the same variable. Characters that a
 * terminal does not show are escaped.
 * @param showSecret true to keep the credentials of URLs
 */
function webhooksText(webhooks: Webhooks, showSecret: boolean): string {
  const secrets = [...new Set(webhooks.flatMap(({ secret }) => (secret ? [secret] : [])))];
  const variable = (secret: string): string =>
    secrets.length === 1 ? "WEBHOOK_SECRET" : `WEBHOOK_SECRET_${secrets.indexOf(secret) + 1}`;
  const declared = webhooks.map((webhook) => {
    const { secret, url } = webhook;
    const fields = declaredWebhook(webhook, secret ? `env:${variable(secret)}` : null);
    return showSecret && url !== null ? { ...fields, url } : fields;
  });
  const schema = schemaReference("webhooks.yaml", process.cwd(), installedSchema("webhooks"), version);
  return [`# yaml-language-server: $schema=${schema}`, machineYaml({ webhooks: declared })].join("\n");
}
