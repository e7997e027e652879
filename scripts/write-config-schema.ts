// Writes schemas/config.schema.json from the schema of the config file.
import { writeFileSync } from "node:fs";
import { configJsonSchema } from "../src/cli/settings/config-schema.ts";

writeFileSync(
  new URL("../schemas/config.schema.json", import.meta.url),
  `${JSON.stringify(configJsonSchema(), null, 2)}\n`,
);
