import { existsSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";

/** Returns the path of an installed schema. Searches upward from this module, which may be bundled. */
export function installedSchema(kind: "vertical-policy" | "webhooks"): string {
  const name = join("schemas", `${kind}.schema.json`);
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, name))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error(`${name} is missing from the installation`);
    folder = parent;
  }
  return join(folder, name);
}

/**
 * Returns a schema reference that works in any editor: a path relative to the file for a schema in the working
 * directory, otherwise its address in the repository of this version.
 * @param file path of the file with the reference
 */
export function schemaReference(
  file: string,
  workingFolder: string,
  schema: string,
  version: string,
): string {
  const within = relative(workingFolder, schema);
  if (within.startsWith("..") || isAbsolute(within)) {
    return `https://raw.githubusercontent.com/hooklens/hooklens/v${version}/schemas/${basename(schema)}`;
  }
  const path = relative(dirname(resolve(workingFolder, file)), schema);
  return path.split(sep).join("/");
}
