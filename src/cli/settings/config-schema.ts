import { z } from "zod";
import { allTables } from "../../tables/all-tables.ts";
import type { SettingEntries, SettingEntry, Zod } from "./setting.ts";
import { type Config, settingTable } from "./table.ts";

const zod: Zod = {
  array: z.array,
  boolean: z.boolean,
  enum: z.enum,
  int: z.int,
  number: z.number,
  partialRecord: z.partialRecord,
  record: z.record,
  strictObject: z.strictObject,
  string: z.string,
  union: z.union,
  url: z.url,
};

/** Schema of a profile: the keys of the file except `profiles`. `--profile NAME` overrides the file with it. */
const profileSchema = z.strictObject(shapeOf(settingTable)).partial();

/** Schema of `config.yaml`. Unknown keys are errors, so that a misspelled key is not ignored. */
export const configSchema = z
  .strictObject({
    ...profileSchema.shape,
    profiles: z.record(z.string().min(1), profileSchema).describe("Named sets of the same keys."),
  })
  .partial() as unknown as z.ZodType<Config>;

function shapeOf(entries: SettingEntries): Readonly<Record<string, z.ZodType>> {
  return Object.fromEntries(
    Object.entries(entries).map(([name, entry]) => [
      name,
      "entries" in entry
        ? z.strictObject(shapeOf(entry.entries)).partial().describe(entry.about)
        : entry.schema(zod, allTables).describe(describe(entry)),
    ]),
  );
}

/** Returns the meaning of a setting with its flag and its variable. */
function describe({ about, flag, env, sources }: SettingEntry<unknown, unknown>): string {
  const variable = [env].flat()[0];
  const named = [flag && `flag ${flag}`, variable && `env ${variable}`].filter(Boolean).join(", ");
  const derived = named === "" ? "" : `${named.charAt(0).toUpperCase()}${named.slice(1)}.`;
  const meaning = typeof about === "string" ? about : about(allTables);
  return [meaning, sources ?? derived].filter(Boolean).join(" ");
}

/**
 * Returns the JSON Schema (draft 2020-12) of the config file, for editors; written to
 * schemas/config.schema.json.
 */
export function configJsonSchema(): Record<string, unknown> {
  return {
    title: "hooklens configuration",
    description: "$XDG_CONFIG_HOME/hooklens/config.yaml; flags and environment variables override it.",
    ...z.toJSONSchema(configSchema),
  };
}
