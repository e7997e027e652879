import process from "node:process";
import { version } from "../../../../engine/version.ts";
import { installedSchema, schemaReference } from "../../../../files/installed-schema.ts";
import type { Webhook } from "../../../../model/webhook.ts";
import { commandIn } from "../../../command-line/command-record.ts";
import type { Output } from "../../../output/output.ts";
import { useHub } from "../../use-hub.ts";

type Webhooks = readonly Webhook[];

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
 * Writes webhooks as the file of `webhooks apply`. Equal secrets have the same variable. Characters that a terminal
 * does not show are escaped. `--show-secret` keeps the credentials of URLs.
 */
async function writeYaml(webhooks: Webhooks, output: Output): Promise<void> {
  const [{ declaredWebhook }, { machineYaml }] = await Promise.all([
    import("../../../../exports/declared-webhook.ts"),
    import("../../../../exports/machine-yaml.ts"),
  ]);
  const secrets = [...new Set(webhooks.flatMap(({ secret }) => (secret ? [secret] : [])))];
  const variable = (secret: string): string =>
    secrets.length === 1 ? "WEBHOOK_SECRET" : `WEBHOOK_SECRET_${secrets.indexOf(secret) + 1}`;
  const declared = webhooks.map((webhook) => {
    const { secret, url } = webhook;
    const fields = declaredWebhook(webhook, secret ? `env:${variable(secret)}` : null);
    return output.showSecret && url !== null ? { ...fields, url } : fields;
  });
  const schema = schemaReference("webhooks.yaml", process.cwd(), installedSchema("webhooks"), version);
  await output.write(`# yaml-language-server: $schema=${schema}\n${machineYaml({ webhooks: declared })}`);
}
