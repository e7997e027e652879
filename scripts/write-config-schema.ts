// Writes schemas/config.schema.json and schemas/webhooks.schema.json from the schemas of these files.
import { writeFileSync } from "node:fs";
import { webhooksFileJsonSchema } from "../src/cli/commands/webhooks/as-code/webhooks-file.ts";
import { configJsonSchema } from "../src/cli/settings/config-schema.ts";

const schemas = { config: configJsonSchema(), webhooks: webhooksFileJsonSchema() };
for (const [name, schema] of Object.entries(schemas)) {
  const file = new URL(`../schemas/${name}.schema.json`, import.meta.url);
  writeFileSync(file, `${JSON.stringify(schema, null, 2)}\n`);
}
